import { expect, it } from 'vitest'
import { everyTask } from '../../../shared/library/library-filter-types.ts'
import { makeTask } from '../../../shared/testing/make-task.ts'
import { buildTaskFilter } from './build-task-filter.ts'

const tasks = [
  makeTask({ id: 'a', agent: 'roo', model: 'anthropic/claude-sonnet-4', workspace: '/home/me/Shop' }),
  makeTask({ id: 'b', agent: 'kilo', model: 'claude-sonnet-4', workspace: 'C:\\work\\shop' }),
  makeTask({ id: 'c', agent: null, model: 'gpt-5', workspace: null }),
]

it.each([
  [{}, {}],
  [{ agent: ['Roo', 'kilo'] }, { agent: ['roo', 'kilo'] }],
  [{ agent: [''] }, { agent: [null] }],
  [{ model: ['claude-sonnet-4'] }, { model: ['anthropic/claude-sonnet-4', 'claude-sonnet-4'] }],
  [{ model: ['anthropic/claude-sonnet-4'] }, { model: ['anthropic/claude-sonnet-4'] }],
  [{ workspace: ['shop'] }, { workspace: ['/home/me/Shop', 'C:\\work\\shop'] }],
  [{ workspace: ['/home/me/shop/'] }, { workspace: ['/home/me/Shop'] }],
  [
    { named: 'mend', tools: 'xml', state: 'gone', condensed: 'yes' } as const,
    { text: 'mend', era: ['xml'], state: ['gone'], condensed: 'yes' },
  ],
  [
    { tokens: { from: 1, to: null }, cost: { from: null, to: 2 }, active: { from: '2026-11-01', to: '' } },
    {
      tokens: { from: 1, to: null },
      costUsd: { from: null, to: 2 },
      activity: { from: '2026-11-01', to: '' },
    },
  ],
])('%j narrows to %j', (options, filter) => {
  expect(buildTaskFilter(options, tasks)).toEqual({ ...everyTask, ...filter })
})

it.each([
  [{ model: ['gpt-6'] }, 'No task has the model gpt-6.', /There are: .*claude-sonnet-4, gpt-5\.$/],
  [{ model: [''] }, 'Every task names its model.', /There are: /],
])('%j is refused with the names that there are', (options, message, hint) => {
  expect(() => buildTaskFilter(options, tasks)).toThrow(
    expect.objectContaining({ message, hint: expect.stringMatching(hint) }),
  )
})
