/** Who may parse JSON that agents wrote: a value that nests deeper than the stack ends whoever walks it. */

/** The readers of whole files, which hand out no value that nobody has measured, and tell how each is damaged. */
const guarded: ReadonlySet<string> = new Set([
  'src/main/agents/file-head.ts',
  'src/main/agents/json-lines.ts',
  'src/main/agents/json/read-elements.ts',
  'src/main/agents/json/read-json.ts',
  'src/main/agents/json/recover-array.ts',
])

const isTest = /\.test\.tsx?$|\/testing\//

/** Says why a file may not use `JSON.parse`, or returns null where it may. `file` is relative to the root. */
export function parseFault(file: string): string | null {
  if (!file.startsWith('src/main/agents/') || guarded.has(file) || isTest.test(file)) return null
  return 'JSON.parse gives what nests deeper than the stack: use parseJson of src/shared/kernel/json-values.ts'
}
