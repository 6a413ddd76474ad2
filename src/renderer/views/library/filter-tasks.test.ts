import { describe, expect, it } from 'vitest'
import type { TaskSummary } from '../../../shared/domain/task.ts'
import { filterTasks } from './filter-tasks.ts'

const task = (id: string, title: string, model: string | null): TaskSummary => ({
  id,
  title,
  format: 'roo-task',
  path: `/tasks/${id}`,
  isSample: false,
  agent: 'roo',
  model,
  workspace: null,
  era: 'xml',
  messages: 1,
  tokens: null,
  costUsd: null,
  condensations: 0,
  problems: 0,
  runs: 0,
  lastActivityTs: null,
  openedTs: 0,
})

describe('filtering the library', () => {
  const tasks = [
    task('a', 'Add routing', 'claude'),
    task('b', 'Fix the ROUTER (again)', null),
    task('c', 'Docs', 'gpt'),
  ]
  const found = (query: string): string =>
    filterTasks(tasks, query)
      .map(({ id }) => id)
      .join('')

  it.each([
    ['', 'abc'],
    ['rout', 'ab'],
    ['rout claude', 'a'],
    ['  router  ', 'b'],
    ['(again)', 'b'],
    ['tasks/c', 'c'],
    ['nothing', ''],
  ])('finds by %j', (query, ids) => {
    expect(found(query)).toBe(ids)
  })
})
