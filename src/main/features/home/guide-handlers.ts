import { implementer } from '../common/implementer.ts'
import type { Services } from '../common/services.ts'
import { guideMatrix } from './compute/guide/guide-matrix.ts'
import { guideQuestions } from './compute/guide/guide-questions.ts'
import { adviseBy, readBundledReport } from './guide-evidence.ts'

/** Handlers of the `guide` area. Questions and claims are data; recommendations go by what is measured. */
export function createGuideHandlers(services: Services) {
  const area = implementer.guide
  return {
    questions: area.questions.handler(() => [...guideQuestions]),
    recommend: area.recommend.handler(({ input, signal }) => adviseBy(services, input, signal)),
    report: area.report.handler(() => readBundledReport(services)),
    matrix: area.matrix.handler(() => [...guideMatrix]),
  }
}
