import type { RequestUsage } from '../../../shared/domain/usage.ts'
import { fieldsAt, numberOf, textOf, type Fields } from '../json/fields.ts'
import { recordsOf } from '../requests/blocks.ts'

/** What lies beside a session. Its sums are those of the whole session, which no request can be given. */
export type DroidSettings = Readonly<{
  model: string | null
  /** The session that had this one done. */
  parentId: string | null
  childIds: readonly string[]
  /** What the last request used. */
  lastCall: RequestUsage
}>

/** Reads the settings of a session; nothing is known where there are none, or where they are damaged. */
export function readSettings(settings: Fields | null): DroidSettings {
  const fields = settings ?? {}
  const tags = recordsOf(fields['tags']).map((tag) => fieldsAt(tag, 'metadata')['callingSessionId'])
  return {
    model: textOf(fields['model']),
    parentId: tags.map(textOf).find((id) => id !== null) ?? null,
    childIds: Object.keys(fieldsAt(fields, 'childInclusiveTokenUsageBySessionId')),
    lastCall: lastCallOf(fieldsAt(fields, 'lastCallTokenUsage'), fieldsAt(fields, 'tokenUsage')),
  }
}

/** It is without what was written to the cache: its input is known where no request of the session wrote any. */
function lastCallOf(call: Fields, total: Fields): RequestUsage {
  const [input, output, reads] = ['inputTokens', 'outputTokens', 'cacheReadTokens'].map((name) =>
    numberOf(call[name]),
  )
  const sent = (input ?? 0) + (reads ?? 0)
  if (sent === 0) return {}
  return {
    ...(output ? { tokensOut: output } : {}),
    ...(total['cacheCreationTokens'] === 0
      ? { tokensIn: input ?? 0, cacheReads: reads ?? 0, cacheWrites: 0, isCacheApart: true }
      : {}),
  }
}
