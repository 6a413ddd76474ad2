import { implementer } from '../common/implementer.ts'
import type { Services } from '../common/services.ts'
import { confirmAsleep, discardAsleep, listAsleep } from './asleep-things.ts'

/** Handlers of the `backups` area. */
export function createBackupsHandlers(services: Services) {
  const { copies } = services
  const area = implementer.backups
  return {
    list: area.list.handler(async () => [...(await copies.list())]),
    make: area.make.handler(({ input: { kind } }) => copies.make(kind)),
    asleep: area.asleep.handler(() => listAsleep(services)),
    confirm: area.confirm.handler(({ input }) => confirmAsleep(services, input.code)),
    discard: area.discard.handler(({ input }) => discardAsleep(services, input.code)),
  }
}
