# SPDX-License-Identifier: Apache-2.0
"""Figures from the answers of the engines."""


def percentile(values, part):
    """By linear interpolation; None of nothing."""
    if not values:
        return None
    values = sorted(values)
    place = (len(values) - 1) * part
    low = int(place)
    return values[low] + (values[min(low + 1, len(values) - 1)] - values[low]) * (place - low)


def distribution(values):
    return {
        "count": len(values), "mean": sum(values) / len(values) if values else None,
        **{name: percentile(values, part) for name, part in
           (("p50", 0.5), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99), ("p999", 0.999))},
        "max": max(values, default=None),
    }


def is_compiled(answer):
    return "error" not in answer and "killed" not in answer


def is_empty(answer):
    """Whether the answer is that no value satisfies the schema: then every instance is judged invalid."""
    error = str(answer.get("error", "")).lower()
    return "no value satisfies" in error or "unsatisfiable schema" in error


def verdicts(case, answer):
    """Whether the engine judged each instance right; False for all where it refused the schema."""
    if is_empty(answer):
        return [not test.is_valid for test in case.tests]
    got = answer.get("tests", []) if is_compiled(answer) else []
    return [index < len(got) and bool(got[index].get("accepted")) == test.is_valid
            for index, test in enumerate(case.tests)]


def schemas(cases, answers):
    """The figures of one engine over schemas with instances."""
    compiled = right = judged = valid = valid_all = invalid = invalid_all = 0
    valid_run = invalid_run = 0
    compile_ms, parse_us, masks, accepts, memory, killed = [], [], [], [], [], {}
    for case, answer in zip(cases, answers):
        if "killed" in answer:
            killed[answer["killed"]] = killed.get(answer["killed"], 0) + 1
        good = is_compiled(answer) or is_empty(answer)
        compiled += good
        if is_compiled(answer):
            compile_ms.append(answer["compile_us"] / 1e3)
            if "parse_us" in answer:
                parse_us.append(answer["parse_us"])
            if "bytes" in answer:
                memory.append(answer["bytes"])
        outcome = verdicts(case, answer)
        if case.tests:
            judged += 1
            right += all(outcome)
        for test, is_right in zip(case.tests, outcome):
            if test.is_valid:
                valid_all, valid, valid_run = valid_all + 1, valid + is_right, valid_run + good
            else:
                invalid_all, invalid, invalid_run = invalid_all + 1, invalid + is_right, invalid_run + good
        for test in answer.get("tests", []):
            masks += test.get("mask_us", [])
            accepts += test.get("accept_us", [])
    return {
        "schemas": len(cases), "compiled": compiled, "killed": killed, "judged": judged, "right": right,
        "valid": valid_all, "valid_accepted": valid, "valid_run": valid_run,
        "invalid": invalid_all, "invalid_rejected": invalid, "invalid_run": invalid_run,
        "compile_ms": distribution(compile_ms), "parse_us": distribution(parse_us), "mask_us": distribution(masks),
        "accept_us": distribution(accepts), "memory": distribution(memory),
    }


def same_ground(cases, answers):
    """Mask times on the valid instances that every engine accepted; `answers` by the engine's name."""
    pools = {name: [] for name in answers}
    compiles = {name: [] for name in answers}
    instances = common = 0
    for index, case in enumerate(cases):
        row = {name: answers[name][index] for name in answers}
        if not all(is_compiled(answer) for answer in row.values()):
            continue
        common += 1
        for name, answer in row.items():
            compiles[name].append(answer["compile_us"] / 1e3)
        for place, test in enumerate(case.tests):
            if test.is_valid and all(answer["tests"][place].get("accepted") for answer in row.values()):
                instances += 1
                for name, answer in row.items():
                    pools[name] += answer["tests"][place]["mask_us"]
    return {"schemas": common, "instances": instances,
            "engines": {name: {"mask_us": distribution(pools[name]), "compile_ms": distribution(compiles[name])}
                        for name in answers}}


def forced(answers):
    """Tokens forced along valid instances that the engine accepted to the end."""
    totals = {"instances": 0, "tokens": 0, "forced": 0, "runs": 0, "not_canonical": 0}
    for answer in answers:
        for test in answer.get("tests", []):
            if test.get("accepted") and "tokens" in test:
                totals["instances"] += 1
                for name in ("tokens", "forced", "runs", "not_canonical"):
                    totals[name] += test[name]
    totals["share"] = totals["forced"] / totals["tokens"] if totals["tokens"] else None
    return totals


def forced_alike(answers):
    """The same over the instances that every engine accepted to the end; `answers` by the engine's name."""
    common = {name: [] for name in answers}
    for row in zip(*answers.values()):
        tests = [answer.get("tests", []) for answer in row]
        for group in zip(*tests):
            if all(test.get("accepted") and "tokens" in test for test in group):
                for name, test in zip(answers, group):
                    common[name].append({"tests": [test]})
    return {name: forced(found) for name, found in common.items()}


def suite(cases, answers):
    """By file of the test suite, and in all for the required files: passes, refusals and wrong verdicts."""
    files = {}
    for case, answer in zip(cases, answers):
        file = case.name.split(" / ")[0]
        row = files.setdefault(file, {"tests": 0, "passed": 0, "refused": 0, "invalid_accepted": 0, "valid_refused": 0,
                                      "groups": 0, "groups_right": 0})
        outcome = verdicts(case, answer)
        row["groups"] += 1
        row["groups_right"] += all(outcome)
        for test, is_right in zip(case.tests, outcome):
            row["tests"] += 1
            # A schema that is refused passes no test: the caller is told, and nothing is generated.
            if is_right:
                row["passed"] += 1
            elif not is_compiled(answer) and not is_empty(answer):
                row["refused"] += 1
            else:
                row["valid_refused" if test.is_valid else "invalid_accepted"] += 1

    def total(keep):
        rows = [row for name, row in files.items() if keep(name)]
        return {key: sum(row[key] for row in rows) for key in rows[0]} if rows else None

    return {"files": files, "required": total(lambda name: not name.startswith("optional/")),
            "format": total(lambda name: name.startswith("optional/format/"))}


def failures(cases, answers):
    """Lines that tell each instance judged wrong and each schema refused."""
    lines = []
    for case, answer in zip(cases, answers):
        if not is_compiled(answer) and not is_empty(answer):
            why = answer.get("error") or answer.get("killed")
            lines.append(f"{case.name}\tREFUSED\t({len(case.tests)} tests)\t{why}")
            continue
        for index, (test, is_right) in enumerate(zip(case.tests, verdicts(case, answer))):
            if is_right:
                continue
            tests = answer.get("tests", [])
            got = tests[index] if index < len(tests) else {}
            where = got.get("at")
            wanted = "VALID-REFUSED" if test.is_valid else "INVALID-ACCEPTED"
            detail = got.get("error") or (f"stopped at {where}" if test.is_valid else "")
            if test.is_valid and where is not None and test.ids and where < len(test.ids):
                detail += f" of {len(test.ids)} tokens"
            lines.append(f"{case.name}\t{wanted}\ttest {index} ({test.description})\t{detail}\t{test.text[:300]}")
    return lines
