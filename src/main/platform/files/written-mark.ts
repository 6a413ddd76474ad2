import { dirname, join, relative } from 'node:path'
import { computeSha256 } from './compute-sha256.ts'
import { FileFailure } from './file-failure.ts'
import { readFileText } from './read-file.ts'

type NewFile = { readonly path: string; readonly text: string }

/** In bytes; a line for each file of a copy comes nowhere near to it. */
const longestMark = 100_000

/**
 * The file beside new files by which they show that Dewpoint wrote them, in the form of `sha256sum`. A list in a database
 * can be forged or come from elsewhere: what is taken back goes by this file alone. It has to lie above them.
 */
export function buildWrittenMark(path: string, files: readonly NewFile[]): NewFile {
  const lines = files.map((file) => `${computeSha256(file.text)}  ${relative(dirname(path), file.path)}\n`)
  return { path, text: lines.join('') }
}

/** SHA-256 of what was written, by path; empty where there is no mark. Throws `FileFailure`. */
export async function readWrittenMark(path: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFileText(path, longestMark).catch((error: unknown) => {
    if (error instanceof FileFailure && error.code === 'not-found') return ''
    throw error
  })
  const lines = [...text.matchAll(/^([\da-f]{64}) {2}(\S.*)$/gm)]
  return new Map(lines.map(([, sha256 = '', name = '']) => [join(dirname(path), name), sha256]))
}
