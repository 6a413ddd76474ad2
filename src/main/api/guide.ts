import { guideMatrix } from '../engine/guide/guide-matrix.ts'
import { guideQuestions } from '../engine/guide/guide-questions.ts'
import { guideReference } from '../engine/guide/guide-reference.ts'
import { recommend } from '../engine/guide/recommend.ts'
import { implementer } from './implementer.ts'

/** Handlers of the `guide` area. The guide is data: nothing is stored and nothing is read. */
export function guideHandlers() {
  const area = implementer.guide
  return {
    questions: area.questions.handler(() => [...guideQuestions]),
    recommend: area.recommend.handler(({ input }) => recommend(input)),
    matrix: area.matrix.handler(() => [...guideMatrix]),
    reference: area.reference.handler(() => guideReference),
  }
}
