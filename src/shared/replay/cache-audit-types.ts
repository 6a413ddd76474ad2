import { z } from 'zod'

/**
 * Why a request paid again for tokens that a cache had held. `settings`: what was read ends with the system prompt and the
 * tools, so a setting such as thinking, or context that the file does not show, changed. `vendor`: nothing differs, and the
 * vendor of an implicit cache promises nothing. `unknown` where nothing differs and the vendor had promised.
 */
export const cacheCauses = [
  'condensation',
  'clearing',
  'placeholder',
  'reordered',
  'prefix',
  'timestamp',
  'model',
  'pause',
  'look-back',
  'edited',
  'settings',
  'vendor',
  'unknown',
] as const
export const cacheCauseSchema = z.enum(cacheCauses)
export type CacheCause = z.infer<typeof cacheCauseSchema>

/** Where a request first differs from what the cache held. */
const cachePlaceSchema = z.object({
  /** Index of the message: in the file for a recorded task, in what was sent for a policy. */
  message: z.int(),
  /** Index of the part in the message. */
  part: z.int(),
  /** Characters of the part that are still the same; absent where the texts are not compared. */
  offset: z.int().optional(),
})

/** A request that paid again for what the cache had held. Tokens; US dollars. */
export const cacheBreakSchema = z.object({
  /** From 1, in the order of the record. */
  request: z.int(),
  ts: z.number().nullable(),
  cause: cacheCauseSchema,
  /** Null where nothing of the messages differs: the model, the time, or the system prompt and the tools did. */
  at: cachePlaceSchema.nullable(),
  /** Paid for again: sent before, and not read from the cache. */
  tokens: z.int(),
  /** What the cache held past the first difference, whether or not it was sent again. */
  heldTokens: z.int(),
  /** What `tokens` cost more than reading them would have; null where no prices are known. */
  costUsd: z.number().nullable(),
  /** Of a pause: how long it was, and how long the cache lives. Absent for other causes. */
  pauseMs: z.number().optional(),
  timeToLiveMs: z.number().optional(),
  /** What the request read, of what it could have. */
  readTokens: z.int(),
  /** What the cause is told by, where it is not the messages: sizes alone, or where the reading ended. Absent else. */
  toldBy: z.enum(['size', 'read-end']).optional(),
})
export type CacheBreak = Readonly<z.infer<typeof cacheBreakSchema>>

/** What one request lost, without its places: `request` is its index in the record. */
export type RequestBreak = Pick<CacheBreak, 'request' | 'cause' | 'tokens' | 'costUsd'>

/** What one cause came to. */
export const causeSumSchema = z.object({
  n: z.int(),
  tokens: z.int(),
  /** Of those with known prices; null where none has any. */
  costUsd: z.number().nullable(),
})
export type CauseSum = Readonly<z.infer<typeof causeSumSchema>>
export const causeSumsSchema = z.partialRecord(cacheCauseSchema, causeSumSchema)
export type CauseSums = Readonly<z.infer<typeof causeSumsSchema>>

/** Input tokens that were not read from a cache, by why they had to be paid. The last four add up to the first. */
export const paidInputSchema = z.object({
  total: z.int(),
  /** Never sent before, or sent and never kept: it had to be paid whatever happens. */
  newContent: z.int(),
  /** Of the first request, which finds nothing of its own. */
  firstRequest: z.int(),
  /** Paid again for a cause that is known. */
  rewritten: z.int(),
  /** Paid again for `vendor` or `unknown`. */
  unexplained: z.int(),
  /** Of `total`, what was written to a cache for five minutes and for an hour; the rest is plain input. */
  written5m: z.int(),
  written1h: z.int(),
  /** What those cost; null where no prices are known. */
  written5mUsd: z.number().nullable(),
  written1hUsd: z.number().nullable(),
})
export type PaidInput = Readonly<z.infer<typeof paidInputSchema>>

/** What broke the cache of the requests of a task, in one history. */
export const cacheAuditSchema = z.object({
  breaks: z.array(cacheBreakSchema),
  byCause: causeSumsSchema,
  tokens: z.int(),
  /** Null where no prices are known. */
  costUsd: z.number().nullable(),
  paid: paidInputSchema,
  /** Requests of which usage is known. */
  requests: z.int(),
  /** Tokens that they read from the cache. */
  readTokens: z.int(),
  /**
   * Share that a cause explains, new content included: of the tokens that were written to a cache; where no vendor writes
   * at a price, of those that were sent again uncached. Null where nothing is cached at all.
   */
  explained: z.number().nullable(),
})
export type CacheAudit = Readonly<z.infer<typeof cacheAuditSchema>>

/** What broke the cache of a task as it was recorded. */
export const recordedCacheSchema = cacheAuditSchema.extend({
  /** `markAt` is the message in the file at which a break is drawn. */
  breaks: z.array(cacheBreakSchema.extend({ markAt: z.int() })),
  /** How its vendor caches, and what says so; a sentence. */
  style: z.string(),
})
export type RecordedCache = Readonly<z.infer<typeof recordedCacheSchema>>
