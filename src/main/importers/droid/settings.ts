import type { RequestUsage, SessionTotals } from '../../../shared/domain/usage.ts'
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
  /** The same of however many requests. */
  totals: SessionTotals
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
    totals: totalsOf(fieldsAt(fields, 'tokenUsage')),
  }
}

function totalsOf(sum: Fields): SessionTotals {
  const figure = (name: string): number | undefined => numberOf(sum[name]) ?? undefined
  // A session that was not answered yet has 0 everywhere.
  if (!figure('inputTokens') && !figure('outputTokens')) return {}
  return {
    tokensIn: figure('inputTokens'),
    tokensOut: figure('outputTokens'),
    cacheReads: figure('cacheReadTokens'),
    cacheWrites: figure('cacheCreationTokens'),
    reasoningTokens: figure('thinkingTokens'),
  }
}

/** Newer versions also record the last request: where that is less than the sum, there were others. */
function sumOf(sum: Fields, last: Fields): RequestUsage {
  const names = ['inputTokens', 'outputTokens', 'cacheReadTokens']
  const [input, output, reads] = names.map((name) => numberOf(sum[name]))
  const isOne = names.every((name) => last[name] === undefined || last[name] === sum[name])
  if (!input || !output || !isOne) return {}
  const writes = numberOf(sum['cacheCreationTokens'])
  return {
    tokensIn: input,
    tokensOut: output,
    ...(reads == null ? {} : { cacheReads: reads }),
    ...(writes === null ? {} : { cacheWrites: writes }),
    isCacheApart: true,
  }
}
