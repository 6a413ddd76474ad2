import { z } from 'zod'
import { method } from '../api/errors.ts'
import { sentMessagesSchema, sentRequestsSchema } from '../kernel/sent-request.ts'
import { recordedCacheSchema } from '../replay/cache-audit-types.ts'
import { liveContextSchema, lossForecastSchema, timelineSchema } from './types.ts'

export const timelineContract = {
  /**
   * The context of a task over its messages, with what was recorded while it ran. Takes as long as counting where the
   * task was not counted yet.
   */
  get: method.input(z.object({ taskId: z.string() })).output(timelineSchema),
  /** How full the context is now, and when the agent condenses if it grows on as it did. */
  live: method.input(z.object({ taskId: z.string() })).output(liveContextSchema),
  /** What would be gone if its agent condensed now; null where nobody knows how that agent condenses, or it would not. */
  loss: method.input(z.object({ taskId: z.string() })).output(lossForecastSchema.nullable()),
  /** What broke the cache of the task as it was recorded: where, why, and what that cost. */
  cache: method.input(z.object({ taskId: z.string() })).output(recordedCacheSchema),
  /** What each recorded model call sent and used; empty where none is recorded. */
  requests: method.input(z.object({ taskId: z.string() })).output(sentRequestsSchema),
  /** The history that one of them sent, by its number from 1; `not-found` where nobody knows, or there is none such. */
  request: method.input(z.object({ taskId: z.string(), n: z.int().min(1) })).output(sentMessagesSchema),
}
