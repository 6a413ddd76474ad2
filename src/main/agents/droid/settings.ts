import type { RequestUsage, SessionTotals } from '../../../shared/kernel/usage.ts'
import {
  readNestedFields,
  readRecordList,
  toNumberOrNull,
  toTextOrNull,
  type Fields,
} from '../json/fields.ts'

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
  const tags = readRecordList(fields['tags']).map(
    (tag) => readNestedFields(tag, 'metadata')['callingSessionId'],
  )
  return {
    model: toTextOrNull(fields['model']),
    parentId: tags.map(toTextOrNull).find((id) => id !== null) ?? null,
    childIds: Object.keys(readNestedFields(fields, 'childInclusiveTokenUsageBySessionId')),
    sum: readSummedUsage(
      readNestedFields(fields, 'tokenUsage'),
      readNestedFields(fields, 'lastCallTokenUsage'),
    ),
    totals: readSessionTotals(readNestedFields(fields, 'tokenUsage')),
  }
}

function readSessionTotals(sum: Fields): SessionTotals {
  const readFigure = (name: string): number | undefined => toNumberOrNull(sum[name]) ?? undefined
  // A session that was not answered yet has 0 everywhere.
  if (!readFigure('inputTokens') && !readFigure('outputTokens')) return {}
  return {
    tokensIn: readFigure('inputTokens'),
    tokensOut: readFigure('outputTokens'),
    cacheReads: readFigure('cacheReadTokens'),
    cacheWrites: readFigure('cacheCreationTokens'),
    reasoningTokens: readFigure('thinkingTokens'),
  }
}

/** Newer versions also record the last request: where that is less than the sum, there were others. */
function readSummedUsage(sum: Fields, last: Fields): RequestUsage {
  const names = ['inputTokens', 'outputTokens', 'cacheReadTokens']
  const [input, output, reads] = names.map((name) => toNumberOrNull(sum[name]))
  const isOne = names.every((name) => last[name] === undefined || last[name] === sum[name])
  if (!input || !output || !isOne) return {}
  const writes = toNumberOrNull(sum['cacheCreationTokens'])
  return {
    tokensIn: input,
    tokensOut: output,
    ...(reads == null ? {} : { cacheReads: reads }),
    ...(writes === null ? {} : { cacheWrites: writes }),
    isCacheApart: true,
  }
}
