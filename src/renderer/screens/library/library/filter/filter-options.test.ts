import { expect, it } from 'vitest'
import { makeTask } from '../../../../../shared/testing/make-task.ts'
import { filterOptions } from './filter-options.ts'

it('offers what tasks have, the most frequent first, and keeps what was chosen', () => {
  const tasks = ['gpt', 'claude', 'gpt', null].map((model, id) => makeTask({ id: `${id}`, model }))
  expect(
    filterOptions(tasks, 'model', ['left', 'claude']).map(({ label, tasks: count }) => `${label} ${count}`),
  ).toEqual(['gpt 2', 'claude 1', 'No model 1', 'left 0'])
})

it('offers every model of a task that used several', () => {
  const tasks = [
    makeTask({ id: 'both', model: 'small', models: ['big', 'small'] }),
    makeTask({ id: 'one', model: 'big' }),
  ]
  expect(filterOptions(tasks, 'model', []).map(({ label, tasks: count }) => `${label} ${count}`)).toEqual([
    'big 2',
    'small 1',
  ])
})
