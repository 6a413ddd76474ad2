import { guideMatrix } from '../engine/guide/guide-matrix.ts'
import { guideQuestions } from '../engine/guide/guide-questions.ts'
import { guideReference } from '../engine/guide/guide-reference.ts'
import { adviseBy, adviseWishes, readBundledReport } from '../services/answers/guide-evidence.ts'
import type { Services } from '../services/services.ts'
import { implementer } from './implementer.ts'

/** Handlers of the `guide` area. Questions and claims are data; recommendations go by what is measured. */
export function createGuideHandlers(services: Services) {
  const area = implementer.guide
  return {
    questions: area.questions.handler(() => [...guideQuestions]),
    recommend: area.recommend.handler(({ input, signal }) => adviseBy(services, input, signal)),
    wishes: area.wishes.handler(({ signal }) => adviseWishes(services, signal)),
    report: area.report.handler(() => readBundledReport(services)),
    matrix: area.matrix.handler(() => [...guideMatrix]),
    reference: area.reference.handler(() => guideReference),
  }
}
