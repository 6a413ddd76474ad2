import type { ModelPrices } from '../../../../../shared/models/pricing-types.ts'
import type { CacheRules } from '../../../../../shared/replay/types.ts'
import type { SentMessages } from '../collect-sent-messages.ts'
import type { ReplayItem, ReplayStep, ReplayTask } from '../replay-task.ts'

type AuditedGroup = readonly ReplayItem[]

/** The system prompt with the tools, and behind it the first groups of a list, one for each message. */
export type AuditedSent = {
  readonly prefix: ReplayItem
  /** One list for requests that only add to one another. */
  readonly groups: readonly AuditedGroup[]
  readonly count: number
}

/** What a request sent, as the audit sees it. */
export function buildAuditedSent(
  { buildItems }: Pick<ReplayTask, 'buildItems'>,
  { prefix }: Pick<ReplayStep, 'prefix'>,
  { list, count }: SentMessages,
): AuditedSent {
  return { prefix, groups: buildItems(list), count }
}

/** One request as the audit sees it: what it sent, and how its input was paid for. */
export type AuditedRequest = {
  /** From 0, in the order of the record. */
  readonly request: number
  readonly ts: number | null
  readonly model: string | null
  /** Null where nobody knows. */
  readonly sent: AuditedSent | null
  readonly tokens: {
    readonly uncached: number
    readonly cacheWrite: number
    /** Of `cacheWrite`, what is kept for an hour. */
    readonly cacheWrite1h: number
    readonly cacheRead: number
    readonly output: number
  }
  readonly prices: ModelPrices | null
  readonly style: CacheRules
  /** Whether something was condensed before it since the request before. */
  readonly isCondensed: boolean
}

/** The first item that two requests do not share. */
export type Difference = {
  /** 0 is the system prompt and the tools. */
  readonly group: number
  readonly item: number
}

const knownSums = new WeakMap<readonly AuditedGroup[], Float64Array>()

/** Tokens before each group, and behind the last one. Added up once for a list. */
export function sumTokensBefore(groups: readonly AuditedGroup[]): Float64Array {
  const known = knownSums.get(groups)
  if (known !== undefined) return known
  const sums = new Float64Array(groups.length + 1)
  groups.forEach((group, at) => {
    sums[at + 1] = group.reduce((sum, { tokens }) => sum + tokens, sums[at] ?? 0)
  })
  knownSums.set(groups, sums)
  return sums
}
