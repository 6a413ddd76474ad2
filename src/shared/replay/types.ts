import { z } from 'zod'
import { factClassIdSchema } from '../kernel/fact.ts'
import { noteSchema } from '../kernel/note.ts'
import { contextByKindSchema } from '../kernel/part.ts'
import { modelPricesSchema } from '../models/pricing-types.ts'
import { cacheAuditSchema } from './cache-audit-types.ts'

/** A price that no request tells. */
const derivedPriceSchema = z.object({
  kind: z.enum(['input', 'output', 'cacheWrites', 'cacheReads']),
  /** Per million tokens; null where nothing tells it. */
  price: z.number().nullable(),
  /** What it was derived from: a list, Anthropic's proportions, or the price of input; null where it was not. */
  basis: z.enum(['list', 'anthropic', 'input']).nullable(),
  /** Whose list; null for another basis, and where the list has no name. */
  modelId: z.string().nullable(),
})
export type DerivedPrice = Readonly<z.infer<typeof derivedPriceSchema>>

/** The prices that a segment of a record used. Indices are of recorded requests, both inclusive. */
export const priceSegmentSchema = z.object({
  firstRequest: z.int(),
  lastRequest: z.int(),
  /** Requests of it with a recorded cost. */
  requests: z.int(),
  /** `usual`: nobody knows the model, and the proportions that most vendors have fit. */
  source: z.enum(['library', 'usual', 'fitted']),
  /** The library's name of the model; null where it is not the library's prices. */
  modelId: z.string().nullable(),
  /** What the library's prices were multiplied with, a gateway's surcharge; the price of input where `usual`. */
  factor: z.number(),
  /** Whether input that was not read from the cache costs what writing to it costs, without being recorded so. */
  chargesWrites: z.boolean(),
  /** True where one request has prices from its own cost, so that its agreement says nothing; absent else. */
  isCircular: z.boolean().optional(),
  /** True where no cost of the model is recorded, and its list prices are taken; absent else. */
  isListPrice: z.boolean().optional(),
  /** As they were applied, surcharge included. */
  prices: modelPricesSchema,
  /** True where all of it was recorded at no cost; absent else. */
  isFree: z.boolean().optional(),
  /** Requests whose cost the prices explain; absent where that is all of them. */
  explained: z.int().optional(),
  /** Which of the prices no request shows; absent where all are shown. */
  derivedPrices: z.array(derivedPriceSchema).optional(),
  /** The same in words, a part of the text. */
  derived: z.string().optional(),
  /** Largest difference of a request's cost from its recorded one, percent. */
  worstErrorPercent: z.number(),
  /** A sentence for a person. */
  text: z.string(),
})
export type PriceSegment = Readonly<z.infer<typeof priceSegmentSchema>>
/** The same without sentences. */
export type PriceFigures = Omit<PriceSegment, 'text' | 'derived'>

/** What of a record says how its vendor caches. */
const cacheEvidenceSchema = z.object({
  code: z.enum([
    'no-reads',
    'writes',
    'hour-writes',
    'step-reads',
    'plain-reads',
    'no-write-price',
    'model-name',
  ]),
  stepTokens: z.int(),
  /** Of which model; null for all, and where it has no name. */
  model: z.string().nullable(),
})
export type CacheEvidence = Readonly<z.infer<typeof cacheEvidenceSchema>>

/** Vendors with rules of their own; `other` keeps everything, as far as is known. */
export const cacheVendors = [
  'anthropic',
  'openai',
  'openai-marks',
  'gemini',
  'deepseek',
  'other',
  'none',
] as const
export type CacheVendor = (typeof cacheVendors)[number]

/** How the vendor of a record caches the beginning of a request. */
export const cacheStyleSchema = z.object({
  /** `explicit`: new tokens are written at a price; `implicit`: they are kept without one; `none`: nothing is kept. */
  kind: z.enum(['explicit', 'implicit', 'none']),
  /** Reads come in steps of so many tokens. */
  stepTokens: z.int(),
  /** Shorter beginnings are not kept. */
  leastTokens: z.int(),
  /** How long a beginning is kept after its last use, as the record shows; null for ever. */
  timeToLiveMs: z.number().nullable(),
  /** Whose rules these are; absent in replays kept before it was told. */
  vendor: z.enum(cacheVendors).optional(),
  /** How long it promises to keep one at least, whatever the record shows; absent where it promises nothing. */
  leastLifeMs: z.number().optional(),
  /**
   * A beginning is found only where an earlier request marked its end, so many blocks before a mark of this one; null
   * for any number. Absent where it is found wherever it ends.
   */
  lookBackBlocks: z.int().nullable().optional(),
  /** Share of the writes that is kept for an hour, 0 to 1; absent for none. */
  hourShare: z.number().optional(),
  /** What of the record says so, one for each model where they differ; absent in replays kept before it was given. */
  evidence: z.array(cacheEvidenceSchema).optional(),
  /** The same in words. */
  text: z.string(),
})
export type CacheStyle = Readonly<z.infer<typeof cacheStyleSchema>>
/** The same without sentences. */
export type CacheRules = Omit<CacheStyle, 'text' | 'evidence'> & {
  readonly evidence: readonly CacheEvidence[]
}

/** Tokens of requests by what was paid for them. The first three add up to the input. */
export const replayTokensSchema = z.object({
  uncached: z.int(),
  cacheWrite: z.int(),
  /** Of `cacheWrite`, what is kept for an hour; absent where nothing is. */
  cacheWrite1h: z.int().optional(),
  cacheRead: z.int(),
  output: z.int(),
})
export type ReplayTokens = Readonly<z.infer<typeof replayTokensSchema>>

/** One request of a replayed task. */
export const replayRequestSchema = z.object({
  /** Index of the recorded request. */
  request: z.int(),
  ts: z.number().nullable(),
  /** All input tokens. */
  contextTokens: z.int(),
  /** The same by kind. */
  byKind: contextByKindSchema,
  tokens: replayTokensSchema,
  /** Null where no prices are known. */
  costUsd: z.number().nullable(),
})
export type ReplayRequest = Readonly<z.infer<typeof replayRequestSchema>>

/** One condensation of a replayed task. */
export const replayCondensationSchema = z.object({
  /** Index of the recorded request before which it happened. */
  request: z.int(),
  /** Input of that request, without it and with it; tokens. */
  before: z.int(),
  after: z.int(),
  /** Of the condensation itself; null where nobody knows. */
  costUsd: z.number().nullable(),
  /** True where no model was asked, and the cost is what the task's own would have charged; absent else. */
  isCostEstimated: z.boolean().optional(),
  /** Requests until it has paid for itself, its own the first; null for never, and where a cost is not known. */
  paysBackAfter: z.int().nullable(),
  /** Quality metrics of it, by id; absent where nothing measured them. */
  quality: z.record(z.string(), z.number().nullable()).optional(),
  /** Why it happened, where not by the size alone: nobody wrote for long, a new task began, or it was prepared ahead. Absent else. */
  by: z.enum(['idle', 'task-start', 'prepared']).optional(),
  /** When it happened, milliseconds, where that is not the time of the request; absent else. */
  ts: z.number().optional(),
  /** True where the agent itself truncated, or left messages out, instead of condensing; absent else. */
  isTruncation: z.boolean().optional(),
  /**
   * Why it has no quality and no break-even, a sentence for a person: of condensations of the agent itself, where what
   * it left out is not in the file; of an arm that condenses at most requests, but for some of them. Absent else.
   */
  unjudged: z.string().optional(),
  /** The same as a code. */
  unjudgedCode: z.enum(['deleted', 'no-summary', 'no-request', 'sampled']).optional(),
})
export type ReplayCondensation = Readonly<z.infer<typeof replayCondensationSchema>>

/** A condensation that was tried and left the history as it was; it is in no figure but the cost. */
export const replayAttemptSchema = z.object({
  /** Index of the recorded request before which it happened. */
  request: z.int(),
  /** Null where nobody knows. */
  costUsd: z.number().nullable(),
  /** True where no model was asked, and the cost is what the task's own would have charged; absent else. */
  isCostEstimated: z.boolean().optional(),
  /** Why nothing came of it; a sentence for a person. */
  text: z.string(),
})
export type ReplayAttempt = Readonly<z.infer<typeof replayAttemptSchema>>

/** When a policy condenses: at a share of the window, or when the agent that it follows would. */
const usedTriggerSchema = z.object({
  kind: z.enum(['threshold', 'own']),
  windowTokens: z.int(),
  /** Size at which it condenses; null where it does not go by size. */
  tokens: z.int().nullable(),
  /** Other conditions of an own trigger; 0 for none. */
  everyRequest: z.boolean().optional(),
  everyTurn: z.boolean().optional(),
  toolUses: z.int().optional(),
  events: z.int().optional(),
  pauseMinutes: z.number().optional(),
  resultChars: z.int().optional(),
  /** While nobody writes, from this size on; minutes null for nine tenths of the life of the cache. Absent for never. */
  idle: z.object({ minutes: z.number().nullable(), leastTokens: z.int() }).optional(),
  /** Before a new task, from this size on; absent for never. */
  taskStart: z.object({ leastTokens: z.int() }).optional(),
  /** Size from which the result is prepared; absent where nothing is. */
  prepareTokens: z.int().optional(),
})
export type UsedTrigger = Readonly<z.infer<typeof usedTriggerSchema>>

/** A task under one policy. Money in US dollars: of requests, condensations, and attempts at condensations. */
export const policyReplaySchema = z.object({
  id: z.string(),
  requests: z.array(replayRequestSchema),
  firings: z.array(replayCondensationSchema),
  attempts: z.array(replayAttemptSchema),
  tokens: replayTokensSchema,
  /** Null where no request can be played, and where something of it has no known price. */
  costUsd: z.number().nullable(),
  /** What of it is estimated: requests without a recorded cost, and condensations without a model. Null as the cost is. */
  estimatedUsd: z.number().nullable(),
  /** True where external arms say what they cost, which nobody measured; absent else. */
  isCostStated: z.boolean().optional(),
  peakContext: z.int(),
  /** Means over the condensations. */
  quality: z.record(z.string(), z.number().nullable()),
  /** When it condensed; absent of policies that never do, and in replays kept before it was given. */
  trigger: usedTriggerSchema.optional(),
  /**
   * What one more condensation costs where the session stays open after its last request, which nobody knows, of a policy
   * that condenses idle sessions; in no other figure. Null where its cost is not known, absent where there would be none.
   */
  leftOpenUsd: z.number().nullable().optional(),
  /** What broke the cache of its requests; absent in replays that were kept before it was looked for. */
  cache: cacheAuditSchema.optional(),
})
export type PolicyReplay = Readonly<z.infer<typeof policyReplaySchema>>
/** The same without sentences; an attempt has a text where it came from who tried. */
export type PlayedPolicy = Omit<PolicyReplay, 'attempts'> & {
  readonly attempts: readonly (Omit<ReplayAttempt, 'text'> & { readonly text: string | null })[]
}

/** How far a replay of what was recorded agrees with the record. Money in US dollars. */
export const recordedCostSchema = z.object({
  /** All that the record names: requests and the agent's own condensations; null where it names no cost. */
  costUsd: z.number().nullable(),
  requests: z.int(),
  /** Requests that can be played again and have a recorded cost; the next two are of them. */
  comparedRequests: z.int(),
  comparedUsd: z.number().nullable(),
  replayedUsd: z.number().nullable(),
  /** 0 where both are. This and the two before it are null where nothing can be compared. */
  differencePercent: z.number().nullable(),
  /** The same from the fit and the cache model alone, without what was recorded of tokens and cache misses. */
  modelledDifferencePercent: z.number().nullable(),
  /**
   * What of `comparedUsd` agrees and why, in three parts that add up to it: `predictedUsd` follows from the fit of tokens,
   * the rules of the cache and listed prices; `circularUsd` agrees only since it was taken from the record (sizes, prefixes,
   * cache misses, prices fitted to costs); `offUsd` does not agree. Null where nothing can be compared, absent in replays
   * that were kept before it was recorded.
   */
  agreement: z
    .object({ predictedUsd: z.number(), circularUsd: z.number(), offUsd: z.number() })
    .nullable()
    .optional(),
  /**
   * Requests whose history is not in the file, or of which nobody knows what they sent: they are in no figure of any policy.
   * `costUsd` is what was recorded for them, `percent` its share of the recorded cost, null where none is recorded. Absent in
   * replays that were kept before it was recorded.
   */
  notReconstructable: z
    .object({ requests: z.int(), costUsd: z.number().nullable(), percent: z.number().nullable() })
    .optional(),
  /** Requests that are played without a recorded cost of their own, and what they come to; null where no price is known. */
  estimatedRequests: z.int(),
  estimatedUsd: z.number().nullable(),
  /** Requests at which the cache held something else than the model says, by over 1 % of the input; taken from the record. */
  cacheDeviations: z.int(),
  /** What stands between the whole record and what is compared; sentences for a person. */
  reasons: z.array(z.string()),
  /** The same as codes and figures, without the problems of the files; absent in replays kept before they were given. */
  notes: z.array(noteSchema).optional(),
})
export type RecordedCost = Readonly<z.infer<typeof recordedCostSchema>>

/** One condensation of a history that is condensed again and again. */
export const driftCycleSchema = z.object({
  /** Messages of the history up to here. */
  messages: z.int(),
  /** False where the history stayed as it was; the notes say why. */
  isCondensed: z.boolean(),
  tokensBefore: z.int(),
  tokensAfter: z.int(),
  /** Null where nobody knows. */
  costUsd: z.number().nullable(),
  /** True where no model was asked, and the cost is what the task's own would have charged; absent else. */
  isCostEstimated: z.boolean().optional(),
  /** Share of the first facts that are still stated; null where there are none. */
  survival: z.number().nullable(),
  byClass: z.partialRecord(factClassIdSchema, z.number()),
})

/** What repeated condensation leaves of what was stated first. */
export const driftSchema = z.object({
  /** Facts stated before the first condensation that no later message states again. */
  facts: z.int(),
  cycles: z.array(driftCycleSchema),
  /**
   * Condensations after which half of the facts are gone, by the fit of an exponential; cycles that condensed nothing
   * are none. Null where no fact is lost.
   */
  halfLifeCycles: z.number().nullable(),
})
export type Drift = Readonly<z.infer<typeof driftSchema>>
export type DriftCycle = Readonly<z.infer<typeof driftCycleSchema>>
