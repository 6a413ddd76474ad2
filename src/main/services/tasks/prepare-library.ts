import type { PrepareEvent } from '../../../shared/domain/library.ts'
import type { BackgroundStep } from '../../library/background-step.ts'
import { lookAtEverything } from '../../library/look-at-everything.ts'
import { prepareTasks } from '../../library/prepare-tasks.ts'
import type { CoreServices } from '../core-services.ts'

/** Looks at what has changed on disk, then makes all tasks of the library searchable, or surveys them. */
export async function* prepareLibrary(
  { store, steps, now }: Pick<CoreServices, 'store' | 'steps' | 'now'>,
  stepId: BackgroundStep['id'],
  signal: AbortSignal = new AbortController().signal,
): AsyncGenerator<PrepareEvent, void> {
  const step = steps.find(({ id }) => id === stepId)
  if (step === undefined) throw new Error(`No step is called ${stepId}.`)
  await lookAtEverything({ store, now, onChanged: () => undefined })
  yield* prepareTasks({ store, step, signal })
}
