import { describe, expect, it } from 'vitest'
import type { Message } from '../../../../shared/kernel/message.ts'
import type { RequestUsage } from '../../../../shared/kernel/usage.ts'
import type { Timeline } from '../../../../shared/timeline/types.ts'
import { events, talk, makeRecordedTask } from '../../../record/testing/recorded-talk.ts'
import { characterCounter as counter } from '../../replay/compute/testing/replay-example.ts'
import { timelineOfTask } from './testing/timeline-of-task.ts'

const inModel = (model: string, ts: number): Message => ({
  role: 'user',
  content: `<environment_details>\n<model>${model}</model>\n</environment_details>`,
  ts,
})

describe('what goes on around a task', () => {
  it('marks retries, other modes and models, and work that went to other tasks', () => {
    const block = (mode: string, model: string): string =>
      `<environment_details>\n# Current Mode\n<slug>${mode}</slug>\n<model>${model}</model>\n</environment_details>`
    const call = { type: 'tool_use' as const, id: '1', name: 'new_task', input: { mode: 'ask' } }
    const messages: Message[] = [
      { role: 'user', content: block('code', 'one'), ts: 1000 },
      { role: 'assistant', content: [call], ts: 1010 },
      { role: 'user', content: block('ask', 'two'), ts: 1020 },
      { role: 'assistant', content: 'done', ts: 1030 },
    ]
    const requests = [{ ts: 1005, retries: 2 }, { ts: 1025 }]
    const own = timelineOfTask(makeRecordedTask(messages, { requests }), counter)
    expect(events(own)).toEqual(['retry #1', 'subtask #1', 'mode #3', 'model #3'])
    expect(own.markers[0]?.text).toBe('Request 0 was sent again 2 times.')
    expect(own.markers[2]?.text).toBe('The mode changed from code to ask.')
    expect(events(timelineOfTask(makeRecordedTask(messages), counter))).toEqual([
      'subtask #1',
      'mode #2',
      'model #2',
    ])
  })

  it('names the task that had it done, and those that it handed work to', () => {
    const call = { type: 'tool_use' as const, id: '1', name: 'new_task', input: { mode: 'ask' } }
    const task = makeRecordedTask([
      { role: 'user', content: 'Do it' },
      { role: 'assistant', content: [call] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: '1', content: 'Done' }] },
    ])
    const own = timelineOfTask(task, counter, { parentId: 'above', childIds: ['below'] })
    expect(own.parent).toEqual({ id: 'above', taskId: null, title: null })
    expect(own.markers).toMatchObject([
      {
        kind: 'subtask',
        text: 'Work was handed to task below (new_task).',
        child: { id: 'below', taskId: null, title: null },
      },
    ])
    const unnamed = timelineOfTask(task, counter)
    expect(unnamed.parent).toBeNull()
    expect(unnamed.markers.map(({ text, child }) => [text, child])).toEqual([
      ['Work was handed to another task (new_task).', undefined],
    ])
  })

  it('tells the cost of a request that was sent again and failed all the same at one of its markers', () => {
    const failed: RequestUsage = { ts: 1005, costUsd: 0.25, retries: 1, cancelled: true }
    const { markers } = timelineOfTask(makeRecordedTask(talk(3), { requests: [failed] }), counter)
    expect(markers.map(({ kind, costUsd }) => [kind, costUsd])).toEqual([
      ['error', 0.25],
      ['retry', null],
    ])
    const answered = timelineOfTask(
      makeRecordedTask(talk(3), { requests: [{ ...failed, cancelled: false }] }),
      counter,
    )
    expect(answered.markers.map(({ kind, costUsd }) => [kind, costUsd])).toEqual([['retry', 0.25]])
  })

  it.each<[string, RequestUsage[], readonly Message[], string[], Timeline['models'], number[]?]>([
    [
      'a request that was sent less than its messages have',
      [1005, 1025, 1045, 1065, 1085].map((ts, index) => ({
        ts,
        tokensIn: index === 4 ? 5 : 1000 + 200 * index,
        modelId: index === 4 ? 'small' : 'big',
      })),
      talk(10),
      ['model #9'],
      [
        { fromMessage: 0, model: 'big' },
        { fromMessage: 9, model: 'small' },
      ],
    ],
    [
      'a request without an answer',
      [
        { ts: 1005, modelId: 'big' },
        { ts: 1055, modelId: 'small', cancelled: true },
      ],
      talk(3),
      ['error #2', 'model #2'],
      [
        { fromMessage: 0, model: 'big' },
        { fromMessage: 2, model: 'small' },
      ],
    ],
    [
      'an environment that was not answered',
      [{ ts: 1005 }],
      [inModel('big', 1000), ...talk(2).slice(1), inModel('small', 1030)],
      ['model #2'],
      [
        { fromMessage: 0, model: 'big' },
        { fromMessage: 2, model: 'small' },
      ],
    ],
    [
      'models that never change',
      [{ ts: 1005, modelId: 'big' }],
      talk(2),
      [],
      [{ fromMessage: 0, model: 'big' }],
    ],
    [
      'what is left of a condensation that deleted its messages between two models, of which none is known',
      [{ ts: 999 }, { ts: 1009 }, { ts: 1099 }],
      [
        inModel('big', 1000),
        { role: 'assistant', content: 'Summary', ts: 1080, isSummary: true },
        inModel('small', 1080),
        { role: 'assistant', content: 'Done', ts: 1085 },
        inModel('small', 1100),
        { role: 'assistant', content: 'Done', ts: 1110 },
      ],
      ['condensation #1', 'model #2'],
      [
        { fromMessage: 0, model: null },
        { fromMessage: 2, model: 'small' },
      ],
      [1090],
    ],
    ['no model', [{ ts: 1005 }], talk(2), [], []],
  ])('knows the models by %s', (_, requests, messages, expected, models, condensedAt = []) => {
    const condensations = condensedAt.map((ts) => ({ ts }))
    const own = timelineOfTask(makeRecordedTask(messages, { requests, condensations }), counter)
    expect(events(own)).toEqual(expected)
    expect(own.models).toEqual(models)
  })

  it('says where a model and its window are not known', () => {
    const summary: Message = { role: 'assistant', content: 'Summary', ts: 1080, isSummary: true }
    const messages = [inModel('big', 1000), summary, inModel('small', 1080), ...talk(2)]
    const usage = { requests: [{ ts: 1009 }], condensations: [{ ts: 1090 }] }
    const { markers, notes } = timelineOfTask(makeRecordedTask(messages, usage), counter)
    expect(markers.find(({ kind }) => kind === 'model')?.text).toBe(
      'The model from here on is small. What it was before is not recorded.',
    )
    expect(notes).toContain(
      'Messages #0 to #1: the requests were deleted between two models, so which of them it was is not recorded, and its window is not known.',
    )
  })
})
