import { readFile, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import type { ResultSource } from '../../shared/api/runs.ts'

/** Where the mark of a result file stands, far before its messages. */
const headChars = 4096

/**
 * A result for `expand` and `check`: the file that a path names when `condense --out` wrote it, a run when nothing
 * of that name lies on the disk, else null. Rejects where the file can't be read.
 */
export async function findResult(name: string, folder: string): Promise<ResultSource | null> {
  const path = resolve(folder, name)
  const found = await stat(path).catch(() => null)
  if (found === null) return { runId: name }
  if (!found.isFile()) return null
  const text = await readFile(path, 'utf8')
  return isResultText(text) ? { file: { name: basename(path), text } } : null
}

function isResultText(text: string): boolean {
  const head = text.slice(0, headChars)
  return head.includes('"dewpoint"') && head.includes('"result"')
}
