import type { PrepareEvent } from '../../shared/domain/library.ts'
import type { BackgroundStep } from '../library/background-step.ts'
import { prepareTasks } from '../library/prepare-tasks.ts'
import type { Services } from './services.ts'

/** Makes all tasks of the library searchable, or surveys them. */
export function prepareLibrary(
  { store, steps }: Pick<Services, 'store' | 'steps'>,
  stepId: BackgroundStep['id'],
  signal: AbortSignal = new AbortController().signal,
): AsyncGenerator<PrepareEvent, void> {
  const step = steps.find(({ id }) => id === stepId)
  if (step === undefined) throw new Error(`No step is called ${stepId}.`)
  return prepareTasks({ store, step, signal })
}
