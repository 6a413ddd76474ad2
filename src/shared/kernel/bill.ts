import { z } from 'zod'

/** One line of a bill: a kind of token, at the price of its list times the rules that apply. */
const billLineSchema = z.object({
  kind: z.enum(['input', 'cacheReads', 'cacheWrites', 'cacheWrites1h', 'output', 'webSearches']),
  /** A call that was made beside the request itself: by an advisor, an attempt that was refused, a compaction. */
  call: z.enum(['advisor', 'fallback', 'other', 'compaction']).optional(),
  /** The price library's name. */
  model: z.string(),
  /** Tokens, or searches. */
  count: z.number(),
  /** As listed: US dollars for a million tokens, or for a thousand searches. */
  listUsd: z.number(),
  rules: z.array(
    z.object({
      label: z.string(),
      factor: z.number(),
      source: z.string(),
      certainty: z.enum(['documented', 'reported', 'inferred']),
    }),
  ),
  usd: z.number(),
})
export type BillLine = Readonly<z.infer<typeof billLineSchema>>

/** What a request costs at list prices, line by line; US dollars. */
export const billSchema = z.object({
  lines: z.array(billLineSchema),
  /** Null where something of it has no price. */
  usd: z.number().nullable(),
  /** What has no price, such as `speed turbo`; null where all has one. */
  unpriced: z.string().nullable(),
  /** What was asked for and does not hold for it, such as `priority` of a long context. */
  declined: z.array(z.string()),
})
export type Bill = Readonly<z.infer<typeof billSchema>>
