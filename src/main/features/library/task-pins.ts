import type { RunRequest } from '../../../shared/condense/runs-contract.ts'
import type { TaskPin } from '../../../shared/library/pin-types.ts'
import type { ListedPin, PinState, TaskPins } from '../../../shared/library/pins-contract.ts'
import type { EnginePool } from '../../jobs/engine-pool.ts'
import type { StoredPin } from '../../platform/store/records.ts'
import type { Store } from '../../platform/store/store.ts'
import type { SourceRef } from '../../platform/workers/job.ts'
import { Problem } from '../common/problem.ts'
import type { PinnedView } from './jobs/view-pins.ts'

type PinServices = { readonly store: Pick<Store, 'pins'>; readonly engine: Pick<EnginePool, 'run'> }

/** What is pinned in a task, held against its history as it is now. */
export async function readTaskPins(
  { store, engine }: PinServices,
  taskId: string,
  source: () => Promise<SourceRef>,
): Promise<TaskPins> {
  const stored = await store.pins.list(taskId)
  // Most tasks have no pins; their history need not be looked at.
  if (stored.length === 0) return { pins: [], holding: { messages: 0, parts: 0, tokens: 0 } }
  const views = await engine.run('viewPins', { source: await source(), pins: stored.map(pickPinPlace) })
  const pins = stored.map((pin, index) => buildListedPin(pin, views[index] ?? null))
  return { pins, holding: sumHoldingPins(pins) }
}

/** The pins of a run: those of its request, and those of the task that hold. A `Problem` where one pins nothing. */
export async function findRunPins(
  services: PinServices,
  { taskId, pins = [], ignorePins = false }: Pick<RunRequest, 'taskId' | 'pins' | 'ignorePins'>,
  source: () => Promise<SourceRef>,
): Promise<readonly TaskPin[]> {
  if (pins.length > 0) await requirePinnedViews(services, pins, await source())
  const own = ignorePins ? [] : (await readTaskPins(services, taskId, source)).pins
  const known = own.filter(({ state }) => state === 'holds').map(pickPinPlace)
  // What is pinned in both places is one pin.
  return [...new Map([...pins, ...known].map((pin) => [namePin(pin), pin])).values()]
}

/** What stands at some places. A `Problem` names the first where nothing does, or nothing that the model sees. */
export async function requirePinnedViews(
  { engine }: Pick<PinServices, 'engine'>,
  pins: readonly TaskPin[],
  source: SourceRef,
): Promise<readonly PinnedView[]> {
  if (pins.length === 0) return []
  const views = await engine.run('viewPins', { source, pins: pins.map(pickPinPlace) })
  return pins.map((pin, index) => {
    const view = views[index]
    if (view == null) throw createNothingPinnedProblem(pin)
    if (view.isHidden) throw createHiddenPinProblem(pin)
    return view
  })
}

/** `#12` for a message, `#12.3` for its part 3; both count from 0. */
export function namePin({ messageIndex, partIndex }: TaskPin): string {
  return partIndex === null ? `#${messageIndex}` : `#${messageIndex}.${partIndex}`
}

function createNothingPinnedProblem(pin: TaskPin): Problem {
  const { messageIndex, partIndex } = pin
  return new Problem({
    code: 'not-found',
    message:
      partIndex === null
        ? `There is no message #${messageIndex} to pin`
        : `Message #${messageIndex} has no part ${partIndex} to pin`,
    where: namePin(pin),
    hint: 'Messages and their parts are numbered from 0.',
  })
}

function createHiddenPinProblem(pin: TaskPin): Problem {
  return new Problem({
    code: 'bad-input',
    message: `Message #${pin.messageIndex} is hidden: the model no longer sees it, so that nothing can keep it`,
    where: namePin(pin),
    hint: 'Pin a message of the effective history.',
  })
}

const pickPinPlace = ({ messageIndex, partIndex }: TaskPin): TaskPin => ({ messageIndex, partIndex })

function buildListedPin({ taskId: _task, ...pin }: StoredPin, view: PinnedView | null): ListedPin {
  const { role, kind, preview, tokens } = view ?? { role: '', kind: null, preview: '', tokens: 0 }
  return { ...pin, state: findPinState(pin, view), role, kind, preview, tokens }
}

function findPinState({ textSha256 }: Pick<StoredPin, 'textSha256'>, view: PinnedView | null): PinState {
  if (view === null) return 'gone'
  if (view.textSha256 !== textSha256) return 'changed'
  return view.isHidden ? 'hidden' : 'holds'
}

function sumHoldingPins(pins: readonly ListedPin[]): TaskPins['holding'] {
  const holding = pins.filter(({ state }) => state === 'holds')
  const messages = holding.filter(({ partIndex }) => partIndex === null)
  const whole = new Set(messages.map(({ messageIndex }) => messageIndex))
  const parts = holding.filter(
    ({ messageIndex, partIndex }) => partIndex !== null && !whole.has(messageIndex),
  )
  const tokens = [...messages, ...parts].reduce((sum, pin) => sum + pin.tokens, 0)
  return { messages: messages.length, parts: parts.length, tokens }
}
