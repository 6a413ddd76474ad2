import type { ComparingEvent } from '../../../shared/home/answers-contract.ts'
import { paceKey } from '../../../shared/library/pace-types.ts'
import { guardStream, implementer } from '../common/implementer.ts'
import { requireTask } from '../common/require-stored.ts'
import type { Services } from '../common/services.ts'
import { streamEvents } from '../common/stream-events.ts'
import { compareTask, openResult } from '../condense/compare-task.ts'
import { prepareTasks } from '../library/follow/steps/prepare-tasks.ts'
import { answerLibrary } from './answer-library.ts'
import { createMeasureStep, readPace } from './measure-step.ts'
import { writeMeasurement } from './write-measurement.ts'

/** Handlers of the `answers` area. */
export function createAnswersHandlers(services: Services) {
  const { store, library } = services
  const area = implementer.answers
  return {
    get: area.get.handler(({ input, signal }) => answerLibrary(services, input, signal)),
    measure: area.measure.handler(
      async ({ input: { taskIds, cuts }, signal = new AbortController().signal }) =>
        guardStream(prepareTasks({ store, step: createMeasureStep(services, { cuts }), signal, taskIds })),
    ),
    compare: area.compare.handler(async ({ input: { taskId, arms: armIds, at }, signal }) => {
      const task = await requireTask(store, taskId)
      return streamEvents<ComparingEvent>(async (options) => {
        const comparison = await compareTask(
          services,
          task,
          { armIds, at },
          {
            signal: options.signal,
            onArm: async ({ done, total }) => options.push({ kind: 'progress', done, total }),
          },
        )
        options.push({ kind: 'finished', comparison })
      }, signal)
    }),
    measurement: area.measurement.handler(({ input }) => writeMeasurement(services, input)),
    result: area.result.handler(({ input }) => openResult(services, input)),
    pace: area.pace.handler(() => readPace(store)),
    setPace: area.setPace.handler(async ({ input: { pace } }) => {
      await store.preferences.set(paceKey, pace)
      // The background work looks again at what it may do.
      library.noteListed([])
    }),
  }
}
