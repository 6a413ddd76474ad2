import type { EnginePool } from '../../../../jobs/engine-pool.ts'
import type { Store } from '../../../../platform/store/store.ts'
import { toShared } from '../../../../platform/workers/to-shared.ts'
import { type BackgroundStep, findDoneTasks, readStoredHistory } from './background-step.ts'
import { storeMeasurement } from './read-stored-measurement.ts'

/** Raised when what a survey finds changes its meaning, so that tasks are surveyed anew. */
export const surveyVersion = 6

export type SurveyDependencies = {
  readonly store: Pick<Store, 'tasks' | 'blobs' | 'measurements' | 'surveys'>
  readonly engine: Pick<EnginePool, 'run'>
}

/** Counts tasks and tries `lossless` on them, for the sums of the library; each then opens counted. */
export function createSurveyStep({ store, engine }: SurveyDependencies): BackgroundStep {
  return {
    id: 'survey',
    doneAmong: async (tasks) => findDoneTasks(tasks, await store.surveys.snapshots(surveyVersion)),
    run: async ({ id }, signal) => {
      const stored = await readStoredHistory(store, id)
      if (stored === null) return
      const { task, bytes } = stored
      const { snapshotSha256, sourceBlob, format, path, title, model, meta } = task
      const answer = await engine.run(
        'surveyTask',
        {
          source: { hash: sourceBlob, bytes: toShared(bytes) },
          usage: meta.usage,
          task: { id, format, path, title, problems: meta.problems },
          model,
        },
        { signal },
      )
      signal.throwIfAborted()
      if (answer.kind === 'cancelled') throw new Error('The survey was cancelled.')
      const { figures, measurement } = answer
      await storeMeasurement(store, task, { tokens: figures.tokens, blob: measurement })
      await store.surveys.put({ taskId: id, snapshotSha256, version: surveyVersion, ...figures })
    },
    forget: (taskId) => store.surveys.remove(taskId),
  }
}
