import { readNestedFields, toNumberOrNull, toTextOrNull, type Fields } from '../json/fields.ts'

/** What the model is shown of a command: its output, where it ran, and how it ended. */
export function formatTerminalText(content: string, holder: Fields): string {
  const metadata = readNestedFields(holder, 'metadata')
  const folder = toTextOrNull(metadata['working_dir'])
  const python = toTextOrNull(metadata['py_interpreter_path'])
  const exit = toNumberOrNull(metadata['exit_code'])
  return [
    `${toTextOrNull(metadata['prefix']) ?? ''}${content}${toTextOrNull(metadata['suffix']) ?? ''}`,
    ...(folder === null ? [] : [`[Current working directory: ${folder}]`]),
    ...(python === null ? [] : [`[Python interpreter: ${python}]`]),
    ...(exit === null || exit === -1 ? [] : [`[Command finished with exit code ${exit}]`]),
  ].join('\n')
}
