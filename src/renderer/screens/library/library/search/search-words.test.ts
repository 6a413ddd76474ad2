import { expect, it } from 'vitest'
import { describeNothingFound, searchWords } from './search-words.ts'

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
    'The newest 3 messages in 2 tasks · searched 412 of 1,000 tasks so far',
  ],
] as const)(
  'says what a search found: %j',
  (taskIds, hasMore, searchedTasks, tasks, unreadableTasks, words) => {
    expect(
      searchWords({
        hits: taskIds.map(hit),
        hasMore,
        searchedTasks,
        tasks,
        listedTasks: tasks,
        unreadableTasks,
        leftOutSigns: [],
      }),
    ).toBe(words)
  },
)

it.each([
  [3, 0, 'No message contains “fox”.'],
  [1, 0, 'No message contains “fox” yet, the rest is still being read.'],
  [2, 1, 'No message contains “fox”. 1 task cannot be read.'],
  [1, 1, 'No message contains “fox” yet, the rest is still being read. 1 task cannot be read.'],
])(
  'says whether the rest can still hold it: %d searched, %d unreadable',
  (searchedTasks, unreadableTasks, words) => {
    const found = {
      hits: [],
      hasMore: false,
      searchedTasks,
      tasks: 3,
      listedTasks: 3,
      unreadableTasks,
      leftOutSigns: [],
    }
    expect(describeNothingFound(found, 'fox')).toBe(words)
  },
)

it.each([
  [12, 12, '1 message in 1 task · searched 12 tasks that fit the filters, of 300'],
  [11, 12, '1 message in 1 task · searched 11 of 12 tasks that fit the filters, of 300 so far'],
])('says what the filters left out: %d of %d', (searchedTasks, tasks, words) => {
  const found = {
    hits: [hit('a')],
    hasMore: false,
    searchedTasks,
    tasks,
    listedTasks: 300,
    unreadableTasks: 0,
    leftOutSigns: [],
  }
  expect(searchWords(found)).toBe(words)
})

it.each([
  [0, 'None of 300 tasks fits the filters, so no message was searched.'],
  [1, 'No message contains “fox” in the 1 task of 300 that fits the filters.'],
  [12, 'No message contains “fox” in the 12 tasks of 300 that fit the filters.'],
])('says where nothing was found: in %d tasks', (tasks, words) => {
  const found = {
    hits: [],
    hasMore: false,
    searchedTasks: tasks,
    tasks,
    listedTasks: 300,
    unreadableTasks: 0,
    leftOutSigns: [],
  }
  expect(describeNothingFound(found, 'fox')).toBe(words)
})

it.each([
  [1, '1 message in 1 task · searched 3 tasks · signs are left out: “C++” is searched as “c”'],
  [0, 'Nothing found · searched 3 tasks · signs are left out: “C++” is searched as “c”'],
])('says which signs were left out of the search: %d found', (messages, words) => {
  const found = {
    hits: messages === 0 ? [] : [hit('a')],
    hasMore: false,
    searchedTasks: 3,
    tasks: 3,
    listedTasks: 3,
    unreadableTasks: 0,
    leftOutSigns: [{ typed: 'C++', searched: 'c' }],
  }
  expect(searchWords(found)).toBe(words)
})
