import type { StoredTask } from '../../../../shared/library/task-types.ts'
import type { StoredSurvey } from '../records.ts'
import type { Store } from '../store.ts'
import { putTask } from './fixtures.ts'

/** A survey of 100 tokens in two kinds, from one tool. */
export function makeSurvey(more: Partial<StoredSurvey> = {}): StoredSurvey {
  return {
    taskId: 'task-1',
    snapshotSha256: 'snapshot-1',
    version: 1,
    tokens: 100,
    losslessTokens: 80,
    byKind: { 'user-text': 40, 'tool-result': 60 },
    byTool: [{ tool: 'read_file', calls: 2, callTokens: 10, resultTokens: 60 }],
    byModel: [{ model: null, requests: 0, costUsd: null }],
    ...more,
  }
}

/** Stores a task with its survey. */
export async function putSurveyed(
  store: Store,
  task: Partial<StoredTask>,
  more: Partial<StoredSurvey> = {},
): Promise<void> {
  const { id = 'task-1', snapshotSha256 = `snapshot of ${id}` } = task
  await putTask(store, { ...task, snapshotSha256 })
  await store.surveys.put(makeSurvey({ taskId: id, snapshotSha256, ...more }))
}
