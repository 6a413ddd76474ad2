import { examineInstallation } from '../services/installation/examine-installation.ts'
import type { Services } from '../services/services.ts'
import { implementer } from './implementer.ts'

/** Handlers of the `app` area. */
export function createAppHandlers(services: Services) {
  const area = implementer.app
  return {
    takeStartProblems: area.takeStartProblems.handler(() => services.startProblems.take()),
    info: area.info.handler(() => services.info),
    doctor: area.doctor.handler(() => examineInstallation(services)),
  }
}
