import { arms } from '../engine/arms.ts'
import { checkArm } from '../services/runs/check-arm.ts'
import type { Services } from '../services/services.ts'
import { implementer } from './implementer.ts'

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
