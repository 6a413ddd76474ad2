import { expect, it } from 'vitest'
import { makeTask } from '../../../../../shared/testing/make-task.ts'
import { buildKindColumns } from './build-kind-columns.ts'

const tasks = [makeTask({ id: 'a' }), makeTask({ id: 'b' }), makeTask({ id: 'not counted' })]

it('show the tokens of a kind, none where a task has none of it, and nothing where it was not counted', () => {
  const byTask = { a: { summary: 7, 'tool-result': 1 }, b: { 'tool-result': 3 } }
  const columns = buildKindColumns(byTask).filter(({ id }) =>
    ['kind-tool-result', 'kind-summary'].includes(id),
  )
  expect(columns.map(({ header, value, total }) => [header, tasks.map(value), total?.(tasks)])).toEqual([
    ['Tool result', [1, 3, null], 4],
    ['Summary', [7, 0, null], 7],
  ])
})
