import { describe, expect, it } from 'vitest'
import { walkContextLog } from '../../kernel/history/context-log.ts'
import { importFiles } from '../import-files.ts'
import type { ImportedTask } from '../imported-task.ts'

const says = (text: string): object => ({ type: 'text', text })
const history = Array.from({ length: 8 }, (_, at) => ({
  role: at % 2 === 0 ? 'user' : 'assistant',
  content: [says(`${at}`), says(`${at}b`)],
}))
const request = (at: number, ts: number, more: object = {}): object => ({
  ts,
  type: 'say',
  say: 'api_req_started',
  text: JSON.stringify({ tokensIn: 10 }),
  conversationHistoryIndex: at,
  ...more,
})
const chat = [
  { ts: 1, type: 'say', say: 'text', text: 'Go', conversationHistoryIndex: -1 },
  request(-1, 10),
  request(1, 20),
  request(3, 30),
  request(5, 40, { conversationHistoryDeletedRange: [2, 3] }),
]
const edits = [
  [
    4,
    [
      2,
      [
        [
          0,
          [
            [20, 'text', ['short'], [[]]],
            [30, 'text', ['shorter'], [[]]],
          ],
        ],
      ],
    ],
  ],
  [1, [0, [[1, [[30, 'text', ['[NOTE] cut'], [[]]]]]]]],
  [0, [0, [[0, [[5, 'image', ['odd'], [[]]]]]]]],
  'odd',
]

async function read(ofChat: readonly object[], contextHistory: unknown): Promise<ImportedTask> {
  const files = {
    'api_conversation_history.json': history,
    'ui_messages.json': ofChat,
    'context_history.json': contextHistory,
  }
  return importFiles(
    'saoudrizwan.claude-dev',
    Object.entries(files).map(([name, content]) => ({
      name,
      text: typeof content === 'string' ? content : JSON.stringify(content),
    })),
  )
}

/** What each request sent, each message as its first text or both where the second one is edited. */
function sentBy({ messages, contexts }: ImportedTask): string[] | null {
  if (contexts === undefined) return null
  const walk = walkContextLog(contexts)
  const shown = (count: number, request: number): string => {
    walk.to(request, count)
    return walk
      .indices()
      .map((index) => JSON.stringify(messages[index]?.content).replaceAll(/[^\w, []|text|type/g, ''))
      .map((text) => text.replaceAll(/[,[]/g, ' ').trim())
      .join(' | ')
  }
  return [
    ...contexts.requests.map(({ before }, at) => shown(before, at)),
    shown(messages.length, contexts.requests.length),
  ]
}

describe('edits of what Cline sends', () => {
  it('hold from the request after their time on, beside the range that is left out', async () => {
    const task = await read(chat, edits)
    expect(task.format).toBe('cline-task')
    expect(sentBy(task)).toEqual([
      '0  0b',
      '0  0b | 1  1b | 2  2b',
      '0  0b | 1  1b | 2  2b | 3  3b | short  4b',
      '0  0b | 1   NOTE cut | shorter  4b | 5  5b | 6  6b',
      '0  0b | 1   NOTE cut | shorter  4b | 5  5b | 6  6b | 7  7b',
    ])
    expect(task.usage.condensations).toEqual([
      { ts: 30, kind: 'clearing' },
      { ts: 40, kind: 'truncation' },
    ])
    expect(task.contexts?.requests.map(({ answer }) => answer === null)).toEqual([false, false, false, false])
    expect(task.problems).toEqual([])
  })

  it.each([
    [
      'requests do not say what came before them',
      chat.map((line) => ({ ...line, conversationHistoryIndex: undefined })),
    ],
    [
      'a condensation is recorded beside them',
      [...chat, { ts: 50, type: 'say', say: 'condense_context', contextCondense: {} }],
    ],
  ])('are named where %s', async (_, ofChat) => {
    const task = await read(ofChat, edits)
    expect(task.contexts).toBeUndefined()
    expect(task.messages).toEqual(history)
    expect(task.hiddenRange).toEqual({ start: 2, end: 3 })
    expect(task.problems.map(({ file }) => file)).toEqual(['context_history.json'])
  })

  it.each([['[]'], ['{}'], [[['odd']]]])('may be none: %j', async (contextHistory) => {
    const task = await read(chat, contextHistory)
    expect(task).toMatchObject({ messages: history, hiddenRange: { start: 2, end: 3 }, problems: [] })
  })

  it('are named where their file is damaged', async () => {
    const task = await read(chat, '[[4,[2,[[0,[[')
    expect(task.messages).toEqual(history)
    expect(task.problems.map(({ file }) => file)).toContain('context_history.json')
  })
})
