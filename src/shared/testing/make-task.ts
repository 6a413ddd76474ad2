import { taskSummarySchema, type TaskSummary } from '../library/task-types.ts'

/** A task that was read, with what a test says about it; the rest are the defaults of the schema. */
export function makeTask(given: Partial<TaskSummary> & { readonly id: string }): TaskSummary {
  return taskSummarySchema.parse({
    title: given.id,
    format: 'roo-task',
    path: `/tasks/${given.id}`,
    isSample: false,
    agent: 'roo',
    model: null,
    models: given.model == null ? [] : [given.model],
    workspace: null,
    era: 'xml',
    messages: 1,
    tokens: null,
    costUsd: null,
    condensations: 0,
    problems: 0,
    runs: 0,
    sizeBytes: null,
    state: 'read',
    failure: null,
    lastActivityTs: null,
    isGrowing: false,
    readTs: null,
    openedTs: 0,
    ...given,
  })
}
