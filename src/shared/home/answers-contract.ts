import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { method } from '../api/errors.ts'
import { runSummarySchema } from '../condense/run-types.ts'
import { cutSchema } from '../experiments/experiment-file-types.ts'
import { measurementFilesSchema } from '../library/measurement-types.ts'
import { paceSchema } from '../library/pace-types.ts'
import { prepareEventSchema } from '../library/types.ts'
import { answerSchema, comparisonSchema, goalSchema } from './answer-types.ts'

const taskIds = z.array(z.string()).max(100_000).optional()
/** Where tasks are cut: at the first of these that a task has. Left out, as for Home. */
const cuts = z.array(cutSchema).min(1).max(50).optional()

export const comparingEventSchema = z.discriminatedUnion('kind', [
  /** Arms that are done. */
  z.object({ kind: z.literal('progress'), done: z.int(), total: z.int() }),
  z.object({ kind: z.literal('finished'), comparison: comparisonSchema }),
])
export type ComparingEvent = Readonly<z.infer<typeof comparingEventSchema>>

export const answersContract = {
  /** What condensing would do for these tasks, or for all of the library, as far as they are measured. */
  get: method.input(z.object({ goal: goalSchema.default('balanced'), taskIds })).output(answerSchema),
  /** Measures these tasks, or all of the library, at once. Ends with `finished`. */
  measure: method.input(z.object({ taskIds, cuts })).output(eventIterator(prepareEventSchema)),
  /** All arms on one task, or those that are named. Ends with `finished`. */
  compare: method
    .input(
      z.object({
        taskId: z.string(),
        arms: z.array(z.string()).min(1).max(100).optional(),
        /** Messages of the file before the cut; at the usual place where it is left out. */
        at: z.int().min(1).optional(),
      }),
    )
    .output(eventIterator(comparingEventSchema)),
  /** Report and figures of these tasks, or of all of the library, as far as they are measured. */
  measurement: method.input(z.object({ taskIds, cuts })).output(measurementFilesSchema),
  /** The result of an arm at the cut of a comparison: the run that is kept of it, or one that begins now. */
  result: method
    .input(z.object({ taskId: z.string(), arm: z.string(), at: z.int().min(1) }))
    .output(runSummarySchema),
  /** How fast tasks are measured in the background; 0 pauses it. */
  pace: method.output(paceSchema),
  setPace: method.input(z.object({ pace: paceSchema })).output(z.void()),
}
