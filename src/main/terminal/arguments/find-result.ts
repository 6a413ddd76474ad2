import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { z } from 'zod'
import type { ResultSource } from '../../../shared/condense/runs-contract.ts'
import { parseJson } from '../../../shared/kernel/json-values.ts'
import { readFileText } from '../../platform/files/read-file.ts'

/** In bytes: where V8 stops to hold a file in one string, as for every history. */
const longestResult = 512 * 1024 * 1024 - 1024
/** Where the mark of a result file stands, far before its messages. */
const headChars = 4096

/**
 * A result for `expand` and `check`: the file that a path names when `condense --out` wrote it, a run when nothing
 * of that name lies on the disk, else null. Throws a `FileFailure` where the file cannot be read.
 */
export async function findResult(name: string, folder: string): Promise<ResultSource | null> {
  const path = resolve(folder, name)
  const found = await stat(path).catch(() => null)
  if (found === null) return { runId: name }
  if (found.isDirectory()) return null
  const text = await readFileText(path, longestResult)
  return isResultText(text) ? { file: { name: basename(path), text } } : null
}

function isResultText(text: string): boolean {
  const head = text.slice(0, headChars)
  return head.includes('"dewpoint"') && head.includes('"result"')
}

/** As much of a result file as says where it came from; whoever expands it checks the rest. */
const originSchema = z.object({ source: z.object({ path: z.string() }) })

/** Where the source of a result file lies or lay, by its own word; nothing for a run, whose task the library knows. */
export function listResultSourcePaths(result: ResultSource): readonly string[] {
  if ('runId' in result) return []
  const { text } = result.file
  try {
    return [originSchema.parse(parseJson(text)).source.path]
  } catch {
    return []
  }
}
