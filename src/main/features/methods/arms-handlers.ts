import { arms } from '../../methods/arms.ts'
import { implementer } from '../common/implementer.ts'
import type { Services } from '../common/services.ts'
import { checkArm } from '../condense/check-arm.ts'

/** Handlers of the `arms` area. */
export function createArmsHandlers(services: Pick<Services, 'store' | 'models' | 'engine'>) {
  const area = implementer.arms
  return {
    list: area.list.handler(() => [...arms]),
    check: area.check.handler(({ input, signal = new AbortController().signal }) =>
      checkArm(services, input, signal),
    ),
  }
}
