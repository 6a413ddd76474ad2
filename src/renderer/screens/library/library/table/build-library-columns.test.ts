import { expect, it } from 'vitest'
import { makeTask } from '../../../../../shared/testing/make-task.ts'
import { formatTableAsTsv } from '../../../../ui/components/table-column.ts'
import { buildKindColumns } from './build-kind-columns.ts'
import { copiedColumns, buildLibraryColumns } from './build-library-columns.tsx'

const tasks = [
  makeTask({ id: 'a', title: 'Fence', workspace: '/w', tokens: 10, costUsd: 0.5, lastActivityTs: 5 }),
  makeTask({
    id: 'b',
    title: 'Yard',
    state: 'failed',
    failure: 'No JSON.',
    readTs: 1,
    tokens: null,
    lastActivityTs: 9,
  }),
]

it('puts what else is counted behind the tokens, and the title first', () => {
  const counted = buildKindColumns({}).slice(0, 1)
  const ids = buildLibraryColumns(tasks, counted).map(({ id }) => id)
  expect(ids[0]).toBe('title')
  expect(ids.slice(ids.indexOf('tokens'))).toEqual([
    'tokens',
    counted[0]?.id,
    'cost',
    'condensations',
    'runs',
    'size',
    'state',
    'activity',
  ])
})

it('adds up what is known of a group', () => {
  const totals = buildLibraryColumns(tasks).flatMap(({ id, total }) => (total ? [[id, total(tasks)]] : []))
  expect(Object.fromEntries(totals)).toEqual({
    messages: 2,
    tokens: 10,
    cost: 0.5,
    condensations: 0,
    runs: 0,
    size: null,
    activity: 9,
  })
})

it('copies all columns with the path and the reason of a failure', () => {
  const [header, first, second] = formatTableAsTsv(copiedColumns, tasks).split('\n')
  expect(header).toMatch(/^Title\tAgent\t.*\tState\tLast activity\tPath\tFailure\tReservation$/)
  expect(first).toMatch(/^Fence\t.*\/tasks\/a\t\t$/)
  expect(second).toMatch(/\tunreadable\t9\t\/tasks\/b\tNo JSON\.\tFigures as last read on .*$/)
})
