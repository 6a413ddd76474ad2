import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { makeTask } from '../../../../shared/testing/make-task.ts'
import { drawWithEngine } from '../../../testing/draw.tsx'
import { TasksTab } from './tasks-tab.tsx'

it('says that it is loading rather than that there are no tasks', async () => {
  const list = Promise.withResolvers<readonly never[]>()
  drawWithEngine(<TasksTab />, { 'tasks.list': () => list.promise })
  expect(screen.getByText('Loading tasks…')).toBeDefined()
  expect(screen.queryByText('0 tasks')).toBeNull()
  list.resolve([])
  expect(await screen.findByText('0 tasks')).toBeDefined()
  expect(screen.queryByText('Loading tasks…')).toBeNull()
})

it('puts child sessions under their session, marked, and counts them apart', async () => {
  const child = { path: '/s/agent-1.jsonl', parentTaskId: 'session', lastActivityTs: 9 }
  const tasks = [
    makeTask({ id: 'subagent-of-it', ...child }),
    makeTask({ id: 'other', lastActivityTs: 5 }),
    makeTask({ id: 'session', lastActivityTs: 1 }),
    makeTask({ id: 'orphan', ...child, parentTaskId: 'forgotten', lastActivityTs: 3 }),
  ]
  drawWithEngine(<TasksTab />, { 'tasks.list': () => Promise.resolve(tasks) })
  expect(await screen.findByText('2 tasks, 2 child sessions')).toBeDefined()
  const links = screen.getAllByRole('link').map(({ textContent }) => textContent)
  const titles = links.filter((title) => tasks.some(({ id }) => id === title))
  expect(titles).toEqual(['other', 'orphan', 'session', 'subagent-of-it'])
  expect(screen.getAllByText('child')).toHaveLength(2)
})
