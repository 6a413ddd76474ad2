import { z } from 'zod'
import { method } from '../api/errors.ts'
import { reportSchema } from '../experiments/contract.ts'
import { goalSchema } from './answer-types.ts'
import { guideAdviceSchema, guideWishesSchema } from './guide-advice-types.ts'
import {
  guideAnswersSchema,
  guideMatrixGroupSchema,
  guidePrioritySchema,
  guideQuestionSchema,
} from './guide-types.ts'

export const guideContract = {
  questions: method.output(z.array(guideQuestionSchema)),
  /** Every combination of answers has an answer, none at all included. */
  recommend: method
    .input(z.object({ answers: guideAnswersSchema, goal: goalSchema.default('balanced') }))
    .output(guideAdviceSchema),
  /** What measurements say to the wishes that the priorities have. */
  wishes: method.output(guideWishesSchema),
  /** What is claimed of the four providers; what runs measured is in `metrics`. */
  matrix: method.output(z.array(guideMatrixGroupSchema)),
  /** The ends of the decision tree: what may matter most, and what the reference documents name for it. */
  priorities: method.output(z.array(guidePrioritySchema)),
  /** The report of the bundled measurement, which can be verified. */
  report: method.output(reportSchema),
}
