// SPDX-License-Identifier: Apache-2.0
// libedit, with plain functions for its variadic ones, which Swift cannot call.
#pragma once

#include <histedit.h>
#include <stdio.h>

typedef const char *(*CLibEditPrompt)(EditLine *);
typedef unsigned char (*CLibEditCommand)(EditLine *, int);

/// An editor on the standard streams.
static inline EditLine *clibedit_init(const char *program) { return el_init(program, stdin, stdout, stderr); }
static inline int clibedit_set_prompt(EditLine *editor, CLibEditPrompt prompt) {
  return el_set(editor, EL_PROMPT, prompt);
}
static inline int clibedit_set_keymap(EditLine *editor, const char *name) { return el_set(editor, EL_EDITOR, name); }
static inline int clibedit_set_history(EditLine *editor, History *list) { return el_set(editor, EL_HIST, history, list); }
static inline int clibedit_add_command(EditLine *editor, const char *name, const char *help, CLibEditCommand command) {
  return el_set(editor, EL_ADDFN, name, help, command);
}
static inline int clibedit_bind(EditLine *editor, const char *key, const char *name) {
  return el_set(editor, EL_BIND, key, name, (const char *)0);
}
/// Makes Ctrl-C a key like any other while a line is edited.
static inline int clibedit_read_interrupts_as_keys(EditLine *editor) {
  return el_set(editor, EL_SETTY, "-d", "-isig", (const char *)0);
}
static inline int clibedit_history_set_size(History *list, int count) {
  HistEvent event;
  return history(list, &event, H_SETSIZE, count);
}
static inline int clibedit_history_set_unique(History *list, int unique) {
  HistEvent event;
  return history(list, &event, H_SETUNIQUE, unique);
}
static inline int clibedit_history_enter(History *list, const char *line) {
  HistEvent event;
  return history(list, &event, H_ENTER, line);
}
static inline int clibedit_history_load(History *list, const char *path) {
  HistEvent event;
  return history(list, &event, H_LOAD, path);
}
static inline int clibedit_history_save(History *list, const char *path) {
  HistEvent event;
  return history(list, &event, H_SAVE, path);
}
