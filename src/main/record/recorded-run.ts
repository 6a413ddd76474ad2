import type { Message } from '../../shared/kernel/message.ts'
import type { Part } from '../../shared/kernel/part.ts'
import type { RecordedTotals, RecordedUsage } from '../../shared/kernel/usage.ts'
import type { UnknownHistoryReason } from '../../shared/kernel/words/record.ts'
import type { ModelPrices, TokenUsage } from '../../shared/models/pricing-types.ts'
import type { DerivedPrice, PriceFigures } from '../../shared/replay/types.ts'
import type { AgentCondensation } from './condensations/build-agent-condensations.ts'
import type { HistoryChange, OwnCondensation } from './condensations/build-own-condensations.ts'
import type { MadeCondensation } from './condensations/list-made-condensations.ts'
import type { Evidence } from './evidence.ts'
import type { CalibrationFit } from './overhead/calibrate.ts'
import type { Overhead } from './overhead/size-history.ts'
import type { Sizes } from './overhead/size-task.ts'
import type { HiddenRange, UncondensedHistory } from './recorded-task.ts'
import type { ContextAfter } from './requests/collect-contexts-after.ts'
import type { RecordPlaces } from './requests/create-record-places.ts'
import type { RequestModel, Segment } from './requests/find-request-models.ts'
import type { Subtask } from './subtasks.ts'
import type { CachedTokens } from './usage/cached-tokens.ts'
import type { ModelInForce } from './usage/find-model-in-force.ts'
import type { ModelUsage } from './usage/group-usage-by-model.ts'
import type { ContextSize } from './usage/measure-context-size.ts'

export type { HistoryChange, MadeCondensation }

/** One request that the agent recorded. Tokens; money in US dollars; times in milliseconds since 1970. */
export type RecordedRequest = {
  /** Its place in the record. */
  readonly index: number
  readonly ts: number | null
  /** Index in `messages` of its answer. */
  readonly answer: Evidence<number, 'order', UnknownHistoryReason>
  /**
   * What it sent, as ranges of indices in `messages`, ascending. `attempt`: nothing answers it, and it sent what the
   * attempt after it did.
   */
  readonly history: Evidence<readonly MessageRange[], 'answer' | 'attempt', UnknownHistoryReason>
  /** Messages of the file that stand before its answer; what it sent is among them. Null where that is not known. */
  readonly messagesBefore: number | null
  readonly model: RequestModel
  /** Largest context of its model. */
  readonly windowTokens: Evidence<number, 'model', 'unknown-model'>
  /** Which protocol the agent spoke, in the record's own word. */
  readonly protocol: string | null
  /** Input, output, cache reads and cache writes, each token in one of them. */
  readonly usage: Evidence<TokenUsage, never, 'not-recorded' | 'impossible'>
  readonly costUsd: Evidence<number, 'list-prices', 'not-recorded'>
  /** What its tokens were charged at. */
  readonly prices: RequestPrices
  /** System prompt and tools, which no file holds; requests with one name have the same. */
  readonly overhead: Evidence<Overhead, 'input', 'unknown-history'>
  /** What the agent condensed, truncated or left out between the known request before and this one. */
  readonly condensations: readonly OwnCondensation[]
}

/** Prices, and what they rest on besides. */
export type RequestPrices =
  | {
      readonly kind: 'derived'
      readonly value: ModelPrices
      readonly from: PriceFigures['source']
      /** Whether they were taken from its own cost, so that no agreement says anything. */
      readonly isCircular: boolean
      /** Those that no request tells, and what they were derived from. */
      readonly derived: readonly DerivedPrice[]
    }
  | { readonly kind: 'unknown'; readonly value: null; readonly why: 'no-cost' | 'unpriced' }

/** Indices from one to before another. */
export type MessageRange = { readonly from: number; readonly to: number }

/** The messages of a task, and what each of them takes up. */
export type RecordedSizes = {
  /** Model tokens for one counted token. */
  readonly slope: number
  /** Our own count of a message. */
  readonly countMessage: (message: Message) => number
  readonly parts: readonly (readonly Part[])[]
  /** Our own count of each part. */
  readonly partCounts: readonly (readonly number[])[]
  /** As they were recorded: the recorded input of each request is met. */
  readonly recorded: Sizes
  /** By the fit alone, which tells how far it can be believed; null where too little is recorded for one. */
  readonly fitted: Sizes | null
}

/**
 * What happened while an agent worked on a task, as far as its files tell. What it does not need is not worked out:
 * every member is derived when it is first asked for, and once.
 */
export type RecordedRun = {
  /** The messages of the file, with the times of the record. */
  readonly messages: readonly Message[]
  /** The record itself, as its importer read it. */
  readonly usage: RecordedUsage
  /** Every recorded request, in order. */
  readonly requests: readonly RecordedRequest[]
  /** The agent's own condensations and truncations, in the order of the requests. */
  readonly condensations: readonly AgentCondensation[]
  /** What the log of the agent's file says that each request sent, whatever its figures say; empty without a log. */
  readonly loggedHistories: readonly (readonly MessageRange[])[]
  /** What the agent condensed, truncated or left out since the last known request. */
  readonly lastCondensations: readonly OwnCondensation[]
  /**
   * All of them, also those of which nothing but the record is left. Their places, from 1, are the numbers by which pages,
   * commands and the Timeline name them.
   */
  readonly madeCondensations: readonly MadeCondensation[]
  /** For each recorded condensation the name of its summary among the messages; null where it has none. */
  readonly summaries: readonly (string | null)[]
  readonly uncondensed: UncondensedHistory
  /** Messages that are left out of requests, of which none says since when; null where there are none. */
  readonly undatedRange: HiddenRange | null
  /** The context after each message, from one to the next. */
  readonly contexts: readonly ContextAfter[]
  /** Calls that handed work to other tasks. */
  readonly subtasks: readonly Subtask[]
  /** The models and modes of the task, one after the other. */
  readonly models: readonly Segment[]
  readonly modes: readonly Segment[]
  /** Where among the messages something happened that has a time or a request. */
  readonly places: RecordPlaces
  readonly sizes: RecordedSizes
  readonly prices: readonly PriceFigures[]
  readonly totals: RecordedTotals
  /** How the record counts cached tokens, and where it changes. */
  readonly cachedTokens: CachedTokens
  /** Tokens of the context on the scale of the recorded requests; null where too little is recorded. */
  readonly calibration: CalibrationFit | null
  /** Size of the context as the agent last recorded it, tokens; null where nothing was recorded. */
  readonly recordedTokens: number | null
  /** Size of the context before the next request. */
  readonly nextContext: ContextSize
  /** Which model the history was last sent to. */
  readonly modelInForce: ModelInForce
  /** The models of the task with what each cost; `listedModel` takes their place where none is known. */
  readonly usageByModel: (listedModel: string | null) => readonly ModelUsage[]
}

/** The messages in some ranges. */
export function selectMessagesByRange(
  { messages }: Pick<RecordedRun, 'messages'>,
  ranges: readonly MessageRange[],
): readonly Message[] {
  return ranges.flatMap(({ from, to }) => messages.slice(from, to))
}

/** What the agent recorded that a request cost; null where it did not, also where list prices tell. */
export function readRecordedCost({ costUsd }: Pick<RecordedRequest, 'costUsd'>): number | null {
  return costUsd.kind === 'recorded' ? costUsd.value : null
}

/** What the agent recorded that a task cost, without what list prices tell; null where it recorded nothing. */
export function readRecordedTotal({
  totals: { costUsd, derivedUsd },
}: Pick<RecordedRun, 'totals'>): number | null {
  if (costUsd === null || derivedUsd === 0) return costUsd
  return costUsd > derivedUsd ? costUsd - derivedUsd : null
}
