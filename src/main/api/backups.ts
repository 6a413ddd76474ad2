import { implementer } from './implementer.ts'
import type { Services } from '../services/services.ts'

/** Handlers of the `backups` area. */
export function backupsHandlers({ copies }: Pick<Services, 'copies'>) {
  const area = implementer.backups
  return {
    list: area.list.handler(async () => [...(await copies.list())]),
    make: area.make.handler(({ input: { kind } }) => copies.make(kind)),
  }
}
