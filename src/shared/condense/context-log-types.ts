import { z } from 'zod'

/** Indices from one to before another. */
export const messageRangeSchema = z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative()])
export type MessageRange = Readonly<z.infer<typeof messageRangeSchema>>

/** What one recorded request sent, as far as it is the end of what had been written by then. */
const loggedRequestSchema = z.object({
  /** Index of the message that answers it; null where none does. */
  answer: z.number().int().nullable(),
  /** How many messages had been written by then: what it sent is among them. */
  before: z.number().int(),
})

/** How what is sent changes from a request on, besides that it grows by what is written. */
const contextChangeSchema = z.object({
  /** Index of the first request that it holds for; the number of requests where none was sent since. */
  request: z.number().int(),
  /** How many messages had been written by then, without those that it shows. */
  written: z.number().int(),
  hide: z.array(messageRangeSchema),
  show: z.array(messageRangeSchema),
  /** Index of the recorded condensation that made it; absent where a branch, a rewind or a repair did. */
  condensation: z.number().int().optional(),
})
export type ContextChange = Readonly<z.infer<typeof contextChangeSchema>>

/**
 * What each request of a task sent, for agents whose files tell it. The messages of such a task hold everything that was
 * ever sent, in an order that is the order of each request: a summary stands before what was kept of the messages that
 * it stands for, and a cleared result stands twice, as it was and as it is since. Messages that a change shows are hidden
 * before it.
 */
export const contextLogSchema = z.object({
  requests: z.array(loggedRequestSchema),
  /** In the order of the requests. */
  changes: z.array(contextChangeSchema),
  /** Messages that stand for another one: cleared results, and copies in another order. No agent recorded them so. */
  copies: z.array(messageRangeSchema),
})
export type ContextLog = Readonly<z.infer<typeof contextLogSchema>>
