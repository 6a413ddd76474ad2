import { describe, expect, it } from 'vitest'
import { makeTask } from '../testing/make-task.ts'
import { filterTasks } from './filter-tasks.ts'
import { everyTask, type LibraryFilter } from './library-filter-types.ts'

const day = (text: string): number => new Date(`${text}T12:00:00`).getTime()

const tasks = [
  makeTask({
    id: 'a',
    title: 'Add routing',
    model: 'claude',
    workspace: '/w/one',
    tokens: 1000,
    costUsd: 0.5,
    condensations: 2,
    lastActivityTs: day('2026-03-01'),
  }),
  makeTask({
    id: 'b',
    title: 'Fix the ROUTER (again)',
    era: 'native',
    tokens: 2000,
    lastActivityTs: day('2026-03-02'),
  }),
  makeTask({ id: 'c', title: 'Docs', model: 'gpt', agent: null, state: 'gone', tokens: 3000 }),
  makeTask({ id: 'e', title: 'Two', model: 'small', models: ['claude', 'small'], condensations: null }),
  makeTask({ id: 'd', title: 'Found', state: 'found', messages: null, condensations: null, era: null }),
]
const found = (filter: Partial<LibraryFilter>): string =>
  filterTasks(tasks, { ...everyTask, ...filter })
    .map(({ id }) => id)
    .join('')

describe('filtering the Library', () => {
  it.each([
    ['', 'abced'],
    ['rout', 'ab'],
    ['rout claude', 'a'],
    ['two small', 'e'],
    ['  router  ', 'b'],
    ['(again)', 'b'],
    ['tasks/c', 'c'],
    ['/w/one', 'a'],
    ['roo code two', 'e'],
    ['nothing', ''],
  ])('finds by %j', (text, ids) => {
    expect(found({ text })).toBe(ids)
  })

  it.each<[Partial<LibraryFilter>, string]>([
    [{ agent: ['roo'] }, 'abed'],
    [{ agent: [null] }, 'c'],
    [{ model: ['claude', null] }, 'abed'],
    [{ model: ['small'] }, 'e'],
    [{ workspace: ['/w/one'] }, 'a'],
    [{ era: ['native'] }, 'b'],
    [{ state: ['found', 'gone'] }, 'cd'],
    [{ condensed: 'yes' }, 'a'],
    [{ condensed: 'no' }, 'bc'],
    [{ tokens: { from: 2000, to: null } }, 'bc'],
    [{ tokens: { from: null, to: 2000 } }, 'ab'],
    [{ costUsd: { from: 0, to: 1 } }, 'a'],
    [{ activity: { from: '2026-03-02', to: '' } }, 'b'],
    [{ activity: { from: '', to: '2026-03-01' } }, 'a'],
    [{ activity: { from: '2026-03-01', to: '2026-03-02' } }, 'ab'],
    [{ activity: { from: 'no day', to: '' } }, 'abced'],
    [{ state: ['read'], tokens: { from: 1500, to: null } }, 'b'],
  ])('leaves in what fits %j', (filter, ids) => {
    expect(found(filter)).toBe(ids)
  })
})
