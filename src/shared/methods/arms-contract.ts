import { z } from 'zod'
import { method } from '../api/errors.ts'
import { armCheckSchema, armInfoSchema } from './arm-types.ts'

export const armsContract = {
  /** Ways of agents, vendors and Dewpoint that experiments, replays and runs can name by one id. */
  list: method.output(z.array(armInfoSchema)),
  /**
   * What a simulated edit of the context leaves of a task, beside the count of its vendor. Sends the whole history to the
   * address of the profile; nothing is sampled or paid for.
   */
  check: method
    .input(z.object({ taskId: z.string(), arm: z.string(), profileId: z.string() }))
    .output(armCheckSchema),
}
