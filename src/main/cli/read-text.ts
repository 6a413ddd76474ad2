import { readFile, stat } from 'node:fs/promises'
import { CliFailure } from './cli-failure.ts'

/** Of a report, in bytes: it holds whole contexts where they were asked for. */
export const longestReport = 2 ** 28

/** Reads a file that Dewpoint is handed as text, such as an experiment or a report; `longest` counts bytes. */
export async function readText(path: string, longest: number): Promise<string> {
  try {
    const { size } = await stat(path)
    if (size > longest) {
      throw new CliFailure({
        message: `The file is too large: it may have ${longest.toLocaleString('en-US')} bytes.`,
        where: path,
        hint: 'Choose another one.',
      })
    }
    return await readFile(path, 'utf8')
  } catch (cause) {
    if (cause instanceof CliFailure) throw cause
    throw new CliFailure({
      message: 'The file could not be read.',
      where: path,
      hint: 'Check the path.',
      cause,
    })
  }
}
