import { existsSync } from 'node:fs';

/** The shell that can close descriptors above 9, where systems have it. */
const SHELL = ['/bin/bash', '/usr/bin/bash'].find((path) => existsSync(path));

/**
 * When memory ends, the kernel ends the process with the highest score: what runs here before the service, whose own is
 * 0. Chromium gives its renderers 300. Others than Linux have no such file.
 */
const OUT_OF_MEMORY_SCORE = 200;

/**
 * Closes every descriptor above the one in `$0`, then becomes the command. Variables that the shell sets for itself
 * are taken away again, but for `_`.
 */
const CLOSE_OTHERS =
  `{ echo ${OUT_OF_MEMORY_SCORE} >/proc/self/oom_score_adj; } 2>/dev/null; ` +
  'for number in $(cd /dev/fd && echo *); do [ "$number" -gt "$0" ] && eval "exec $number>&-"; done; ' +
  'export -n PWD OLDPWD SHLVL; exec "$@"';

export interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * A command that starts without the files which whoever started the service had left open: Node marks only its own
 * and the first few to be closed. When memory ends, it goes before the service. It keeps its process id. Where there is no bash, the command stays as it is.
 * @param last the highest descriptor that the command gets
 */
export function withoutInheritedFiles({ command, args }: Command, last: number): Command {
  if (SHELL === undefined) return { command, args };
  return { command: SHELL, args: ['--noprofile', '--norc', '-c', CLOSE_OTHERS, String(last), command, ...args] };
}
