import { describe, expect, it } from 'vitest'
import type { LibrarySearch } from '../../../../shared/library/types.ts'
import { printed } from '../../../cli/testing/printed.ts'
import { searchText } from './search-text.ts'

const found: LibrarySearch = {
  hits: [
    {
      taskId: '0123456789ab',
      taskTitle: 'Mend\nthe parser',
      messageIndex: 12,
      role: 'assistant',
      ts: 1_700_000_000_000,
      snippet: [
        { text: 'a red ', isMatch: false },
        { text: 'fox\u001b[31m', isMatch: true },
        { text: ' ran', isMatch: false },
      ],
    },
    {
      taskId: 'b',
      taskTitle: '',
      messageIndex: 0,
      role: 'user',
      ts: null,
      snippet: [{ text: 'x', isMatch: false }],
    },
  ],
  hasMore: false,
  searchedTasks: 2,
  tasks: 2,
  listedTasks: 2,
  unreadableTasks: 0,
  leftOutSigns: [],
}

describe('search for people', () => {
  it('says where each message stands, on a line of its own', async () => {
    const [, first, second] = (await printed(searchText(found))).split('\n')
    expect(first).toBe(
      '2023-11-14 22:13  0123456789ab  Mend the parser      #12  assistant  a red fox⟨U+001B⟩[31m ran',
    )
    expect(second).toMatch(/^ {18}b +#0 {2}user +x$/)
  })

  it('shows matches in bold where colours are taken', async () => {
    expect(await printed(searchText(found), true)).toContain('a red \u001b[1mfox⟨U+001B⟩[31m\u001b[22m ran')
  })

  it.each([
    [{}, '2 messages. Searched: 2 tasks.'],
    [{ hasMore: true }, 'The newest 2 messages. There are more. Searched: 2 tasks.'],
    [{ tasks: 3, listedTasks: 3 }, '2 messages. Searched: 2 of 3 tasks.'],
    [
      { tasks: 3, listedTasks: 3, unreadableTasks: 1 },
      '2 messages. Searched: 2 of 3 tasks, 1 cannot be read.',
    ],
    [{ hits: [], tasks: 1, listedTasks: 1, searchedTasks: 1 }, 'No message contains this in 1 task.'],
    [
      { leftOutSigns: [{ typed: 'C++', searched: 'c' }] },
      '2 messages. Searched: 2 tasks. Signs are left out: “C++” is searched as “c”.',
    ],
    [
      { hits: [], leftOutSigns: [{ typed: 'C++', searched: 'c' }] },
      'No message contains this in 2 tasks. Signs are left out: “C++” is searched as “c”.',
    ],
    [{ listedTasks: 9 }, '2 messages. Searched: 2 tasks that fit, of 9.'],
    [{ tasks: 3, listedTasks: 9 }, '2 messages. Searched: 2 of 3 tasks that fit, of 9.'],
    [
      { hits: [], tasks: 0, listedTasks: 9, searchedTasks: 0 },
      'No message was searched: none of 9 tasks fits the filters.',
    ],
  ])('ends with what was searched: %o', async (more, last) => {
    const text = await printed(searchText({ ...found, ...more }))
    expect(text.trimEnd().split('\n').at(-1)).toBe(last)
  })
})
