import { z } from 'zod'
import { method } from '../api/errors.ts'
import { reportSchema } from '../experiments/contract.ts'
import { goalSchema } from './answer-types.ts'
import { guideAdviceSchema } from './guide-advice-types.ts'
import { guideAnswersSchema, guideMatrixGroupSchema, guideQuestionSchema } from './guide-types.ts'

export const guideContract = {
  questions: method.output(z.array(guideQuestionSchema)),
  /** Every combination of answers has an answer, none at all included. */
  recommend: method
    .input(z.object({ answers: guideAnswersSchema, goal: goalSchema.default('balanced') }))
    .output(guideAdviceSchema),
  /** What is claimed of the four providers; what runs measured is in `metrics`. */
  matrix: method.output(z.array(guideMatrixGroupSchema)),
  /** The report of the bundled measurement, which can be verified. */
  report: method.output(reportSchema),
}
