import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
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
