import { z } from 'zod'

/** What the price of a model call depends on besides its tokens, as its record has it; what is absent is the standard. */
export const serviceTermsSchema = z.object({
  /** Speed that served it, such as `fast`. */
  speed: z.string().optional(),
  /** Its tier, such as `priority`, `flex` or `batch`. */
  serviceTier: z.string().optional(),
  /** Whether the agent asked for that tier, and no record says which one served it. */
  isTierAsked: z.boolean().optional(),
  /** Where it had to run, such as `us`. */
  geo: z.string().optional(),
  /** What changes its bill by an amount that the record does not have, such as `server tool code_execution`. */
  unknownCharge: z.string().optional(),
})
export type ServiceTerms = Readonly<z.infer<typeof serviceTermsSchema>>

const callTokens = {
  tokensIn: z.number().optional(),
  tokensOut: z.number().optional(),
  cacheWrites: z.number().optional(),
  cacheReads: z.number().optional(),
  /** Of `cacheWrites`, those that are kept for an hour. */
  cacheWrites1h: z.number().optional(),
}

/** A model call that the server made on the way to an answer, billed beside the tokens of the request. */
const innerCallSchema = z.object({
  /** Of `other` ones nobody knows what they are billed at. */
  kind: z.enum(['advisor', 'fallback', 'compaction', 'other']),
  modelId: z.string().optional(),
  ...callTokens,
})
export type InnerCall = Readonly<z.infer<typeof innerCallSchema>>

/** What one recorded request to a model used. Absent fields were not recorded (aborted or local requests). */
export const requestUsageSchema = z.object({
  ts: z.number().nullish(),
  ...callTokens,
  ...serviceTermsSchema.shape,
  /** All input of the last sampling, where the model was sampled several times and the tokens are their sum. */
  contextTokens: z.number().optional(),
  innerCalls: z.array(innerCallSchema).optional(),
  /** Web searches that the vendor made and bills one by one. */
  webSearches: z.number().optional(),
  /** Of `tokensOut`, those of its reasoning. */
  reasoningTokens: z.number().optional(),
  /** Whether `splitKnownTokens` is without the cached tokens; where it is absent, the record as a whole tells. */
  isCacheApart: z.boolean().optional(),
  costUsd: z.number().optional(),
  /** Where no cost was recorded: what its model cost on its day at list prices. */
  derivedUsd: z.number().optional(),
  /** Where no cost was recorded: what the price rules do not know of it, such as `speed turbo`. It has no cost then. */
  unpriced: z.string().optional(),
  apiProtocol: z.string().optional(),
  cancelled: z.boolean().optional(),
  /** What the agent wrote about why it failed. */
  failureText: z.string().optional(),
  /** How often the agent had to send it again. */
  retries: z.number().int().optional(),
  /** The model that it went to, where the chat window says so. */
  modelId: z.string().optional(),
  /** What tells the model call from all others, also where a fork or a resumed session repeats it. */
  callId: z.string().optional(),
  /** Index in the file of the last message before the request and its question; -1 before the first. */
  historyIndex: z.number().int().optional(),
  /** Messages that the agent (Cline) left out of the request: both ends inclusive, indices in the file. */
  deletedRange: z.tuple([z.number().int(), z.number().int()]).optional(),
})
export type RequestUsage = Readonly<z.infer<typeof requestUsageSchema>>

/** How an agent made its history smaller; the summary of an `opaque` one is there and cannot be read. */
export const condensationKinds = ['summary', 'truncation', 'clearing', 'opaque'] as const

/** A condensation that the agent itself made while the task ran. */
export const recordedCondensationSchema = z.object({
  ts: z.number().nullish(),
  /** A summary where it is absent. */
  kind: z.enum(condensationKinds).optional(),
  /** What set it off, in the agent's own word, such as `auto` or `manual`. */
  trigger: z.string().optional(),
  tokensBefore: z.number().optional(),
  tokensAfter: z.number().optional(),
  /** Of the agent when it condensed. Absent where its records have none. */
  agentVersion: z.string().optional(),
  costUsd: z.number().optional(),
  /** Where no cost was recorded: what `usage` cost on its day at list prices. */
  derivedUsd: z.number().optional(),
  /** What the model that wrote it used, where the agent recorded it. */
  usage: requestUsageSchema.optional(),
  /** Index of the request in whose answer the server made it; that request cost what it cost, too. */
  request: z.number().int().optional(),
  /** Since the last answer before it, milliseconds. */
  pauseMs: z.number().optional(),
  /** How long it took, milliseconds. */
  durationMs: z.number().optional(),
  /** Whether its summary was written ahead of it; what came meanwhile stands behind that word by word. */
  isPrecomputed: z.boolean().optional(),
  /** The summary as the agent recorded it, where no message of the history is it. */
  summaryText: z.string().optional(),
  /** Names the summary that it wrote; absent where the agent deletes what it condenses. */
  condenseId: z.string().optional(),
})
export type RecordedCondensation = Readonly<z.infer<typeof recordedCondensationSchema>>

/** A truncation that the agent itself made: its window slid. */
export const recordedTruncationSchema = z.object({
  ts: z.number().nullish(),
  tokensBefore: z.number().optional(),
  tokensAfter: z.number().optional(),
  messagesRemoved: z.number().optional(),
  /** Names the marker that it wrote. */
  truncationId: z.string().optional(),
})
export type RecordedTruncation = Readonly<z.infer<typeof recordedTruncationSchema>>

/** A place at which the clock of the agent was set back; the times of the usage read as if it never had been. */
const clockStepSchema = z.object({
  /** Index in the history of the first message after it. */
  message: z.number().int(),
  /** By how much messages before it are to be taken as earlier, milliseconds. */
  byMs: z.number().positive(),
})

const tokenTotals = {
  /** Model calls. */
  requests: z.number().int().optional(),
  /** Without the cached tokens. */
  tokensIn: z.number().optional(),
  tokensOut: z.number().optional(),
  cacheReads: z.number().optional(),
  cacheWrites: z.number().optional(),
  /** Of `tokensOut`, those of its reasoning. */
  reasoningTokens: z.number().optional(),
}

/** What an agent recorded of a session as a whole: no request shows its part. What is absent was not recorded. */
export const sessionTotalsSchema = z.object({
  ...tokenTotals,
  costUsd: z.number().optional(),
  /** The same of each model, where there are several or the agent names them. */
  byModel: z.array(z.object({ model: z.string(), ...tokenTotals })).optional(),
  /** What the last request sent and was answered, together. */
  lastContextTokens: z.number().optional(),
  /** The system prompt at the end. */
  systemTokens: z.number().optional(),
  /** The definitions of the tools at the end. */
  toolTokens: z.number().optional(),
})
export type SessionTotals = Readonly<z.infer<typeof sessionTotalsSchema>>

export const recordedUsageSchema = z.object({
  requests: z.array(requestUsageSchema),
  condensations: z.array(recordedCondensationSchema),
  /** Absent where there were none. */
  truncations: z.array(recordedTruncationSchema).optional(),
  /** Tasks that the agent had others do; what those cost is not in `requests`. Absent where there were none. */
  subtasks: z.number().int().optional(),
  /** Requests of which not even the line can be read; they are not in `requests`. Absent where there are none. */
  unreadable: z.number().int().optional(),
  /** Figures that no request can have, taken as not recorded. Absent where there are none. */
  refusedFigures: z.number().int().optional(),
  /** Costs recorded as sums alone, of requests that were taken back and of subagents; in no other figure. Absent where there are none. */
  apartUsd: z.number().optional(),
  /** Absent where the agent recorded nothing of the session as a whole, or each request has its part. */
  session: sessionTotalsSchema.optional(),
  /** The plan that the agent's account was on, such as `pro`: its requests were not billed by the token. Absent where no record says so. */
  subscription: z.string().optional(),
  /** Absent where the clock was never set back. */
  clockSteps: z.array(clockStepSchema).optional(),
})
export type RecordedUsage = Readonly<z.infer<typeof recordedUsageSchema>>

/** Sums over a task; tokens, and US dollars; null where nothing is known. The names are part of the `inspect --json` contract. */
export const recordedTotalsSchema = z.object({
  /** Recorded and derived; null where neither is known. */
  costUsd: z.number().nullable(),
  /** What of `costUsd` no agent recorded: at list prices of the model and the day. */
  derivedUsd: z.number().default(0),
  /** Requests without a cost because list prices do not know how they were served; in no sum of money. */
  unpricedRequests: z.int().default(0),
  tokensIn: z.number().nullable(),
  tokensOut: z.number().nullable(),
  cacheReads: z.number().nullable(),
  cacheWrites: z.number().nullable(),
  condensations: z.number().int(),
  /** The plan of a subscription on which nothing was billed by the token. */
  subscription: z.string().optional(),
  /** Where it is there, the sums above are those of the session as the agent recorded it where requests do not show them. */
  session: sessionTotalsSchema.optional(),
})
export type RecordedTotals = Readonly<z.infer<typeof recordedTotalsSchema>>
