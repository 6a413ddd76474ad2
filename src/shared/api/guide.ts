import { z } from 'zod'
import {
  guideAdviceSchema,
  guideAnswersSchema,
  guideMatrixGroupSchema,
  guideQuestionSchema,
  guideReferenceSchema,
} from '../domain/guide.ts'
import { method } from './errors.ts'

export const guideContract = {
  questions: method.output(z.array(guideQuestionSchema)),
  /** Every combination of answers has an answer, none at all included. */
  recommend: method.input(guideAnswersSchema).output(guideAdviceSchema),
  /** What is claimed of the four providers; what runs measured is in `metrics`. */
  matrix: method.output(z.array(guideMatrixGroupSchema)),
  /** Decision tree, charts and recommendations by case. */
  reference: method.output(guideReferenceSchema),
}
