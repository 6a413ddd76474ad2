import { z } from 'zod'
import type { TaskSummary } from '../../../../shared/domain/task.ts'
import { valuesOfField } from '../../../../shared/lib/filter-tasks.ts'
import { nameOfValue } from '../filter/filter-labels.ts'

/** What tasks can stand together by. */
export const groupBySchema = z.enum(['none', 'workspace', 'agent', 'model'])
export type GroupBy = z.infer<typeof groupBySchema>

/** What they are called in a list of choices. */
export const groupByLabels: Readonly<Record<GroupBy, string>> = {
  none: 'No groups',
  workspace: 'By workspace',
  agent: 'By agent',
  model: 'By model',
}

/** Key of the group of a task, with several models that of the main one; tasks that name none are a group of their own. */
export function groupKeyOf(by: Exclude<GroupBy, 'none'>, task: TaskSummary): string {
  return valuesOfField(task, by)[0] ?? ''
}

/** What a group is called. */
export function groupNameOf(by: Exclude<GroupBy, 'none'>, key: string): string {
  return nameOfValue(by, key)
}
