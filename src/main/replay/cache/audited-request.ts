import type { ModelPrices } from '../../../shared/domain/pricing.ts'
import type { CacheRules } from '../../../shared/domain/replay.ts'
import type { ReplayItem } from '../replay-task.ts'

export type AuditedGroup = readonly ReplayItem[]

/** One request as the audit sees it: what it sent, and how its input was paid for. */
export type AuditedRequest = {
  /** From 0, in the order of the record. */
  readonly request: number
  readonly ts: number | null
  readonly model: string | null
  /** The system prompt and the tools, then one group for each message; null where nobody knows what was sent. */
  readonly groups: readonly AuditedGroup[] | null
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
