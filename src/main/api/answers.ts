import type { ComparingEvent } from '../../shared/api/answers.ts'
import { paceKey } from '../../shared/domain/pace.ts'
import { prepareTasks } from '../library/steps/prepare-tasks.ts'
import { answerLibrary } from '../services/answers/answer-library.ts'
import { compareTask, openResult } from '../services/answers/compare-task.ts'
import { createMeasureStep, readPace } from '../services/answers/measure-step.ts'
import { standingArmIds } from '../services/answers/standing-arms.ts'
import { writeMeasurement } from '../services/answers/write-measurement.ts'
import { streamJobEvents } from '../services/job-events.ts'
import { requireTask } from '../services/require-stored.ts'
import type { Services } from '../services/services.ts'
import { guardStream, implementer } from './implementer.ts'

/** Handlers of the `answers` area. */
export function createAnswersHandlers(services: Services) {
  const { store, library } = services
  const area = implementer.answers
  return {
    get: area.get.handler(({ input, signal }) => answerLibrary(services, input, signal)),
    measure: area.measure.handler(async ({ input: { taskIds }, signal = new AbortController().signal }) =>
      guardStream(prepareTasks({ store, step: createMeasureStep(services, true), signal, taskIds })),
    ),
    compare: area.compare.handler(async ({ input: { taskId, arms: armIds, at }, signal }) => {
      const task = await requireTask(store, taskId)
      return guardStream(
        streamJobEvents<ComparingEvent>(async (options) => {
          const total = armIds?.length ?? standingArmIds.length
          let done = 0
          const onArm = async (): Promise<void> => {
            done += 1
            options.push({ kind: 'progress', done, total })
          }
          const watched = { signal: options.signal, onArm }
          const comparison = await compareTask(services, task, { armIds, at }, watched)
          options.push({ kind: 'finished', comparison })
        }, signal),
      )
    }),
    measurement: area.measurement.handler(({ input }) => writeMeasurement(services, input.taskIds)),
    result: area.result.handler(({ input }) => openResult(services, input)),
    pace: area.pace.handler(() => readPace(store)),
    setPace: area.setPace.handler(async ({ input: { pace } }) => {
      await store.preferences.set(paceKey, pace)
      // The background work looks again at what it may do.
      library.noteListed([])
    }),
  }
}
