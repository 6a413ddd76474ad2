import { z } from 'zod'
import { timelineSchema } from '../domain/timeline.ts'
import { method } from './errors.ts'

export const timelineContract = {
  /**
   * The context of a task over its messages, with what was recorded while it ran. Takes as long as counting where the
   * task was not counted yet.
   */
  get: method.input(z.object({ taskId: z.string() })).output(timelineSchema),
}
