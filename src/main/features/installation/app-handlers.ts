import { implementer } from '../common/implementer.ts'
import type { Services } from '../common/services.ts'
import { examineInstallation } from './examine-installation.ts'

/** Handlers of the `app` area. */
export function createAppHandlers(services: Services) {
  const area = implementer.app
  return {
    takeStartProblems: area.takeStartProblems.handler(() => services.startProblems.take()),
    info: area.info.handler(() => services.info),
    doctor: area.doctor.handler(() => examineInstallation(services)),
  }
}
