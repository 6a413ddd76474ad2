import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { importTask } from './import-task.ts'
import { chat, history, putInto, type Content } from './testing/task-files.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-import-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const put = (files: Readonly<Record<string, Content>>): Promise<string> => putInto(folder, files)

describe('an import of a history with files beside it', () => {
  const lines = 'an array of the lines of the chat window was expected'
  it.each([
    ['ui_messages.json', '{"a":1}', `it is an object, and ${lines}`],
    ['ui_messages.json', '{"messages":[]}', `it is an object, and ${lines}`],
    ['ui_messages.json', 'null', `it is null, and ${lines}`],
    ['ui_messages.json', '7', `it is a number, and ${lines}`],
    ['ui_messages.json', '"str"', `it is a string, and ${lines}`],
    ['ui_messages.json', JSON.stringify({ messages: chat }), 'its `messages` were read as that'],
    ['ui_messages.json', '', 'the file is empty'],
    ['history_item.json', '[1]', 'it is an array, and an object was expected'],
    ['task_metadata.json', 'false', 'it is a boolean, and an object was expected'],
  ])('names a %s that holds %s', async (file, content, reason) => {
    await put({ 'api_conversation_history.json': history, [file]: content })
    const { messages, problems } = await importTask(folder)
    expect(messages).toEqual(history)
    expect(problems).toEqual([
      { file, place: '', reason: expect.stringContaining(reason), severity: 'warning' },
    ])
  })

  it('says once where the clock was set back, and takes the times before it as earlier', async () => {
    const hour = 3_600_000
    const later = { type: 'say', say: 'api_req_started', text: '{"tokensIn":150}' }
    await put({
      'api_conversation_history.json': [
        ...history.map((message) => ({ ...message, ts: message.ts + hour })),
        { role: 'assistant', content: 'you are welcome', ts: 3900 },
      ],
      'ui_messages.json': [
        ...chat.slice(0, 2).map((line) => ({ ...line, ts: line.ts + hour })),
        { ...later, ts: 3100 },
      ],
    })
    const { usage, problems } = await importTask(folder)
    const [first, second] = usage.requests
    expect([first?.tokensIn, second]).toEqual([100, { ts: 3100, tokensIn: 150 }])
    expect(first?.ts).toBeLessThan(3100)
    expect(usage.clockSteps).toMatchObject([{ message: 3 }])
    expect(problems).toEqual([
      {
        file: 'api_conversation_history.json',
        place: 'message 3',
        reason: expect.stringContaining('by 60 minutes, and at element 2 of ui_messages.json: the clock was'),
        severity: 'warning',
      },
    ])
  })

  const [question, answer, thanks] = history
  it.each([
    ['lines', history, [1001, 5001, 4, 3], 'ui_messages.json', 'element 2'],
    [
      'messages',
      [{ ...question, ts: 5000 }, answer, thanks],
      [1001],
      'api_conversation_history.json',
      'message 1',
    ],
  ])('says where times of %s alone go back', async (_name, messages, times, file, place) => {
    const asked = times.map((ts) => ({ ...chat[1], ts }))
    await put({ 'api_conversation_history.json': messages, 'ui_messages.json': asked })
    const { usage, problems } = await importTask(folder)
    expect(problems).toMatchObject([{ file, place, severity: 'warning' }])
    expect(usage.requests.map(({ ts }) => ts)).toEqual(times.toSorted((a, b) => a - b))
  })

  it('names what in the chat record is no line of it', async () => {
    await put({
      'api_conversation_history.json': history,
      'ui_messages.json': [null, chat[0], 3, 'x', { a: 1 }, answer],
    })
    const { problems } = await importTask(folder)
    expect(problems).toEqual([
      {
        file: 'ui_messages.json',
        place: 'elements 0, 2, 3, 4, 5',
        reason: '5 elements that are no lines of the chat window: left out, with what they recorded',
        severity: 'warning',
      },
    ])
  })
})
