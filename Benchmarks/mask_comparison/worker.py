# SPDX-License-Identifier: Apache-2.0
"""An engine in a process of its own: a request a line, an answer a line, with bounds on time and memory."""
import json
import os
import select
import subprocess
import time


class Worker:
    """Answers requests; a process that takes too long or too much is ended, and the next request gets a new one."""

    def __init__(self, command, time_limit, memory_limit=4 << 30, core=None):
        self.command, self.time_limit, self.memory_limit, self.core = command, time_limit, memory_limit, core
        self.process, self.ready, self.peak = None, {}, 0

    def start(self):
        def prepare():
            if self.core is not None:
                os.sched_setaffinity(0, {self.core})

        self.process = subprocess.Popen([str(part) for part in self.command], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, preexec_fn=prepare)
        os.set_blocking(self.process.stdout.fileno(), False)
        self.rest = b""
        answer = self.receive(120)
        if "ready" not in answer:
            raise RuntimeError(f"{self.command[0]} does not start ({answer.get('killed')}); run it by hand: "
                               + " ".join(str(part) for part in self.command))
        self.ready = answer

    def ask(self, request):
        """The answer; {"killed": "timeout" | "memory" | "crash"} where there is none."""
        if self.process is None:
            self.start()
        try:
            self.process.stdin.write(json.dumps(request).encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass
        return self.receive(self.time_limit)

    def receive(self, seconds):
        end = time.monotonic() + seconds
        pieces = [self.rest]
        while True:
            left = end - time.monotonic()
            if left <= 0:
                return self.kill("timeout")
            if select.select([self.process.stdout], [], [], min(left, 0.5))[0]:
                piece = os.read(self.process.stdout.fileno(), 1 << 20)
                if not piece:
                    return self.kill("crash")
                pieces.append(piece)
                if b"\n" in piece:
                    line, _, self.rest = b"".join(pieces).partition(b"\n")
                    self.look()
                    return json.loads(line)
            elif self.look() > self.memory_limit:
                return self.kill("memory")

    def look(self):
        """The resident bytes now; remembers the most seen."""
        try:
            with open(f"/proc/{self.process.pid}/statm") as file:
                now = int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
        except (OSError, IndexError):
            return 0
        self.peak = max(self.peak, now)
        return now

    def kill(self, why):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.process = None
        return {"killed": why, "tests": []}

    def stop(self):
        if self.process:
            self.process.stdin.close()
            self.process.wait(10)
            self.process.stdout.close()
            self.process = None
