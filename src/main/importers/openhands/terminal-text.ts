import { fieldsAt, numberOf, textOf, type Fields } from '../json/fields.ts'

/** What the model is shown of a command: its output, where it ran, and how it ended. */
export function terminalText(content: string, holder: Fields): string {
  const metadata = fieldsAt(holder, 'metadata')
  const folder = textOf(metadata['working_dir'])
  const python = textOf(metadata['py_interpreter_path'])
  const exit = numberOf(metadata['exit_code'])
  return [
    `${textOf(metadata['prefix']) ?? ''}${content}${textOf(metadata['suffix']) ?? ''}`,
    ...(folder === null ? [] : [`[Current working directory: ${folder}]`]),
    ...(python === null ? [] : [`[Python interpreter: ${python}]`]),
    ...(exit === null || exit === -1 ? [] : [`[Command finished with exit code ${exit}]`]),
  ].join('\n')
}
