import { expect, it } from 'vitest'
import { nothingFoundWords, searchWords } from './search-words.ts'

const hit = (taskId: string) => ({
  taskId,
  taskTitle: taskId,
  messageIndex: 0,
  role: 'user',
  ts: null,
  snippet: [],
})

it.each([
  [[], false, 3, 3, 0, 'Nothing found · searched 3 tasks'],
  [['a'], false, 321, 322, 1, '1 message in 1 task · searched 321 tasks, 1 cannot be read'],
  [[], false, 5, 9, 1, 'Nothing found · searched 5 of 9 tasks so far, 1 cannot be read'],
  [['a'], false, 1, 1, 0, '1 message in 1 task · searched 1 task'],
  [
    ['a', 'a', 'b'],
    true,
    412,
    1000,
    0,
    'The newest 3 messages in 2 tasks · searched 412 of 1\u202f000 tasks so far',
  ],
] as const)(
  'says what a search found: %j',
  (taskIds, hasMore, searchedTasks, tasks, unreadableTasks, words) => {
    expect(searchWords({ hits: taskIds.map(hit), hasMore, searchedTasks, tasks, unreadableTasks })).toBe(
      words,
    )
  },
)

it.each([
  [3, 0, 'No message holds “fox”.'],
  [1, 0, 'No message holds “fox” yet; the rest is still being read.'],
  [2, 1, 'No message holds “fox”. 1 task cannot be read.'],
  [1, 1, 'No message holds “fox” yet; the rest is still being read. 1 task cannot be read.'],
])(
  'says whether the rest can still hold it: %d searched, %d unreadable',
  (searchedTasks, unreadableTasks, words) => {
    const found = { hits: [], hasMore: false, searchedTasks, tasks: 3, unreadableTasks }
    expect(nothingFoundWords(found, 'fox')).toBe(words)
  },
)
