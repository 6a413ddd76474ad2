import { expect, it } from 'vitest'
import { searchWords } from './search-words.ts'

const hit = (taskId: string) => ({
  taskId,
  taskTitle: taskId,
  messageIndex: 0,
  role: 'user',
  ts: null,
  snippet: [],
})

it.each([
  [[], false, 3, 3, 'Nothing found · searched 3 tasks'],
  [['a'], false, 1, 1, '1 message in 1 task · searched 1 task'],
  [
    ['a', 'a', 'b'],
    true,
    412,
    1000,
    'The newest 3 messages in 2 tasks · searched 412 of 1\u202f000 tasks so far',
  ],
] as const)('says what a search found: %j', (taskIds, hasMore, searchedTasks, tasks, words) => {
  expect(searchWords({ hits: taskIds.map(hit), hasMore, searchedTasks, tasks })).toBe(words)
})
