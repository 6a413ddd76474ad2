import type { Message } from '../../../../shared/kernel/message.ts'
import type { PartKind } from '../../../../shared/kernel/part.ts'
import type { UnknownHistoryReason } from '../../../../shared/kernel/words/record.ts'
import type { ModelPrices, TokenUsage } from '../../../../shared/models/pricing-types.ts'
import type { CacheRules, PriceFigures } from '../../../../shared/replay/types.ts'
import type { Conversation } from '../../../kernel/conversation.ts'
import type { TokenCounter } from '../../../kernel/tokens/token-counter.ts'
import type { RecordedRequest, RequestPrices } from '../../../record/recorded-run.ts'
import type { SentMessages } from './collect-sent-messages.ts'
import type { CacheItem, CacheLimit } from './cost/prefix-cache.ts'

/** A part as a request pays for it; `prefix` is the system prompt and the tools. */
export type ReplayItem = CacheItem & { readonly kind: PartKind | 'prefix' }

/** One recorded request, and what is known of it whatever the policy. */
export type ReplayStep = {
  /** Index in `usage.requests`. */
  readonly request: number
  readonly ts: number | null
  /** As the record names it; null where it does not. */
  readonly model: string | null
  readonly prefix: ReplayItem
  /** Messages of `full` before the request. */
  readonly fullCount: number
  /** What the agent really sent. */
  readonly recorded: SentMessages
  readonly outputTokens: number
  /** What was recorded, cached tokens apart; null where it was not. */
  readonly usage: TokenUsage | null
  readonly costUsd: number | null
  /** Null where no price is known at all. */
  readonly prices: ModelPrices | null
  /** What these prices rest on. */
  readonly priceEvidence: RequestPrices
  /** How the vendor of its model caches. */
  readonly cacheStyle: CacheRules
  readonly cache: CacheLimit
  /** Tokens by which what was read differs from what the cache should have had; 0 where it is not known. */
  readonly cacheSurpriseTokens: number
  /** What the agent itself condensed, truncated or left out between the answer before and this one's. */
  readonly ownCondensations: readonly OwnCondensation[]
}

/** A condensation of the agent itself, as far as it is played. */
export type OwnCondensation = Pick<RecordedRequest['condensations'][number], 'kind' | 'costUsd' | 'change'>

/** A request of which nobody knows what it sent. */
export type UnplayedRequest = { readonly request: number; readonly reason: UnknownHistoryReason }

/** A recorded task, ready to be played again. */
export type ReplayTask = {
  /** The history as it would stand had nothing ever been condensed, as far as it is still there. */
  readonly full: readonly Message[]
  /** The same split and counted, as the record was. */
  readonly openWhole: () => Conversation
  readonly steps: readonly ReplayStep[]
  /** Requests that cannot be played again, each with its reason. */
  readonly unmatched: readonly UnplayedRequest[]
  readonly prices: readonly PriceFigures[]
  /** That of most requests, with the evidence of all. */
  readonly cacheStyle: CacheRules
  /** Whether sizes are those of a fit; else they are taken from the record. */
  readonly isFitted: boolean
  /** Model tokens per counted token, where nothing better is known. */
  readonly slope: number
  readonly counter: TokenCounter
  /** What a request pays for a history. */
  readonly buildItems: (messages: readonly Message[]) => readonly (readonly ReplayItem[])[]
}
