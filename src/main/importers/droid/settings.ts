import type { RequestUsage } from '../../../shared/domain/usage.ts'
import { fieldsAt, numberOf, textOf, type Fields } from '../json/fields.ts'
import { recordsOf } from '../requests/blocks.ts'

/** What lies beside a session. */
export type DroidSettings = Readonly<{
  model: string | null
  /** The session that had this one done. */
  parentId: string | null
  childIds: readonly string[]
  /** What the whole session used, where that may be one request: Droid records sums alone. */
  sum: RequestUsage
}>

/** Reads the settings of a session; nothing is known where there are none, or where they are damaged. */
export function readSettings(settings: Fields | null): DroidSettings {
  const fields = settings ?? {}
  const tags = recordsOf(fields['tags']).map((tag) => fieldsAt(tag, 'metadata')['callingSessionId'])
  return {
    model: textOf(fields['model']),
    parentId: tags.map(textOf).find((id) => id !== null) ?? null,
    childIds: Object.keys(fieldsAt(fields, 'childInclusiveTokenUsageBySessionId')),
    sum: sumOf(fieldsAt(fields, 'tokenUsage'), fieldsAt(fields, 'lastCallTokenUsage')),
  }
}

/** Newer versions also record the last request: where that is less than the sum, there were others. */
function sumOf(sum: Fields, last: Fields): RequestUsage {
  const names = ['inputTokens', 'outputTokens', 'cacheReadTokens']
  const [input, output, reads] = names.map((name) => numberOf(sum[name]))
  const isOne = names.every((name) => last[name] === undefined || last[name] === sum[name])
  if (!input || !output || !isOne) return {}
  const writes = numberOf(sum['cacheCreationTokens']) ?? 0
  return {
    tokensIn: input,
    tokensOut: output,
    cacheReads: reads ?? 0,
    cacheWrites: writes,
    isCacheApart: true,
  }
}
