import { spawn, type ChildProcess } from 'node:child_process'
import type { RunMarks } from './process-tree.ts'

/** What ends a run whose Dewpoint was killed before it could. */
export type RunGuard = {
  /** Tells which group of processes the run is. */
  readonly watch: (pid: number) => void
  /** The run has ended, and nothing of it is left. */
  readonly end: () => void
}

/**
 * Waits in a session of its own until its standard input ends, which it does however Dewpoint goes; then kills the group,
 * on Linux also whatever has a mark of the run, and removes its folder. Arguments: the variable with its value, the limit,
 * the folder. Last line of the input: the group.
 */
const script = `
trap '' HUP INT QUIT TERM
group=
while read -r next; do group=$next; done
[ -z "$group" ] || kill -9 "-$group" 2>/dev/null
round=0
while [ $round -lt 5 ]; do
  round=$((round + 1))
  found=$(grep -la "^Max file locks  *$2 " /proc/[0-9]*/limits 2>/dev/null; grep -la "$1" /proc/[0-9]*/environ 2>/dev/null)
  [ -n "$found" ] || break
  for file in $found; do
    pid=\${file#/proc/}
    kill -9 "\${pid%%/*}" 2>/dev/null
  done
done
rm -rf -- "$3"
`

const noGuard: RunGuard = { watch: () => undefined, end: () => undefined }

/** Starts a guard, before the run that it is for. Windows has none: there a killed Dewpoint leaves its arms. */
export function guardRun({ run, limit, folder }: RunMarks & { readonly folder: string }): RunGuard {
  if (process.platform === 'win32') return noGuard
  const guard = start([run, String(limit), folder])
  if (guard === null) return noGuard
  return {
    watch: (pid) => void guard.stdin?.write(`${pid}\n`),
    end: () => void guard.kill('SIGKILL'),
  }
}

function start(marks: readonly string[]): ChildProcess | null {
  try {
    const guard = spawn('/bin/sh', ['-c', script, 'dewpoint-arm-guard', ...marks], {
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
      // What ends the group of Dewpoint does not end its guard.
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    // Without a shell there is none.
    guard.on('error', () => undefined)
    guard.stdin.on('error', () => undefined)
    return guard
  } catch {
    return null
  }
}
