/** Who may touch the streams of the process: what goes to a terminal passes through one place, where it is made harmless. */

const streams = new Set<unknown>(['stdout', 'stderr', '_rawDebug'])

/** The place itself, and the door that must run where nothing else can be loaded. */
const allowed = new Set(['src/main/terminal/terminal.ts', 'src/main/cli/main.ts'])

const isTest = /\.test\.tsx?$|\/testing\//

/** Says why a file may not use these members of `process`, or returns null where it may. `file` is relative to the root. */
export function printFault(file: string, names: readonly unknown[]): string | null {
  if (!/^(src|packages)\//.test(file) || allowed.has(file) || isTest.test(file)) return null
  if (!names.some((name) => streams.has(name))) return null
  return 'What is printed may steer the terminal, and only src/main/terminal/terminal.ts prints, harmless: use its `Terminal`'
}
