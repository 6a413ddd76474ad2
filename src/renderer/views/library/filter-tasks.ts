import type { TaskSummary } from '../../../shared/domain/task.ts'

/** Tasks in whose title, place, agent or model every word of the query occurs, whatever the case. */
export function filterTasks(tasks: readonly TaskSummary[], query: string): readonly TaskSummary[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return tasks
  return tasks.filter((task) => {
    const text = [task.title, task.path, task.agent, task.model, task.workspace, task.era]
      .join('\n')
      .toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
