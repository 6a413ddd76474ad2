import type { TaskPin } from '../../../shared/library/pin-types.ts'
import type { NewPin } from '../../../shared/library/pins-contract.ts'
import { endWithCaller } from '../common/end-with-caller.ts'
import { implementer } from '../common/implementer.ts'
import { Problem } from '../common/problem.ts'
import { requireTask } from '../common/require-stored.ts'
import type { Services } from '../common/services.ts'
import { loadTaskSource } from './sources.ts'
import { namePin, readTaskPins, requirePinnedViews } from './task-pins.ts'

/** Handlers of the `pins` area. */
export function createPinsHandlers(services: Pick<Services, 'store' | 'engine' | 'now'>) {
  const { store } = services
  const area = implementer.pins
  const list = async (taskId: string, own = services) => {
    const task = await requireTask(store, taskId)
    return readTaskPins(own, taskId, () => loadTaskSource(store, task))
  }
  return {
    list: area.list.handler(({ input, signal }) => list(input.taskId, endWithCaller(services, signal))),
    add: area.add.handler(async ({ input: { taskId, pins } }) => {
      await addPins(services, taskId, pins)
      return list(taskId)
    }),
    remove: area.remove.handler(async ({ input: { taskId, pins } }) => {
      await requirePinned(services, taskId, pins)
      for (const pin of pins) await store.pins.remove({ taskId, ...pin })
      return list(taskId)
    }),
    clear: area.clear.handler(async ({ input: { taskId } }) => {
      await requireTask(store, taskId)
      await store.pins.clear(taskId)
      return list(taskId)
    }),
  }
}

async function addPins(
  { store, engine, now }: Pick<Services, 'store' | 'engine' | 'now'>,
  taskId: string,
  pins: readonly NewPin[],
): Promise<void> {
  const source = await loadTaskSource(store, await requireTask(store, taskId))
  const fresh = pins.filter(({ textSha256 }) => textSha256 === undefined)
  const views = await requirePinnedViews({ engine }, fresh, source)
  const found = new Map(fresh.map((pin, index) => [pin, views[index]?.textSha256]))
  for (const pin of pins) {
    const { messageIndex, partIndex, note = '' } = pin
    const textSha256 = pin.textSha256 ?? found.get(pin) ?? ''
    await store.pins.add({ taskId, messageIndex, partIndex, textSha256, note, createdTs: now() })
  }
}

async function requirePinned(
  { store }: Pick<Services, 'store'>,
  taskId: string,
  pins: readonly TaskPin[],
): Promise<void> {
  await requireTask(store, taskId)
  const known = new Set((await store.pins.list(taskId)).map(namePin))
  const missing = pins.find((pin) => !known.has(namePin(pin)))
  if (missing === undefined) return
  throw new Problem({
    code: 'not-found',
    message: `${missing.partIndex === null ? 'Message' : 'Part'} ${namePin(missing)} is not pinned`,
    where: namePin(missing),
    hint: 'List the pins of the task to see what is.',
  })
}
