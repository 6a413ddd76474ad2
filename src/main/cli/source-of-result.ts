import { z } from 'zod'
import type { ResultSource } from '../../shared/api/runs.ts'
import { parseJson } from '../../shared/lib/json-values.ts'

/** As much of a result file as says where it came from; whoever expands it checks the rest. */
const originSchema = z.object({ source: z.object({ path: z.string() }) })

/** Where the source of a result file lies or lay, by its own word; nothing for a run, whose task the library knows. */
export function sourceOfResult(result: ResultSource): readonly string[] {
  if ('runId' in result) return []
  const { text } = result.file
  try {
    return [originSchema.parse(parseJson(text)).source.path]
  } catch {
    return []
  }
}
