import { describe, expect, it } from 'vitest'
import { importFiles } from '../import-files.ts'
import type { ImportedTask } from '../imported-task.ts'
import {
  answer,
  calls,
  ends,
  exported,
  says,
  sentBy,
  sentNext,
  step,
  summary,
  tokens,
  user,
  readBlockWords,
  type Fixture,
  type Values,
} from './testing/stored-fixture.ts'

const read = (messages: readonly Fixture[], info: Values = {}): Promise<ImportedTask> =>
  importFiles('drop', [{ name: 'export.json', text: exported(messages, info) }])

describe('a condensation of OpenCode', () => {
  const start = [
    user(1, 'Fix it'),
    answer(2, [step(), calls('a'), ends(3)]),
    answer(3, [step(), says('b'), ends(7)], { tokens: tokens(7) }),
  ]

  it('leaves the summary of what was before', async () => {
    const task = await read([...start, ...summary(4), answer(6, [step(), says('c'), ends(3)])])
    expect(sentBy(task).at(-1)).toEqual(['What did we do so far?', 'summary 4'])
    expect(task.usage.condensations).toEqual([
      {
        ts: 5,
        kind: 'summary',
        trigger: 'auto',
        tokensBefore: 132,
        costUsd: 0.5,
        usage: expect.objectContaining({ tokensIn: 9 }),
        condenseId: 'msg_5',
      },
    ])
    expect(task.usage.requests).toHaveLength(3)
    expect(task.messages.find(({ isSummary }) => isSummary)).toMatchObject({
      role: 'assistant',
      condenseId: 'msg_5',
    })
    expect(task.contexts?.changes).toMatchObject([{ request: 2, condensation: 0 }])
  })

  it('keeps the tail behind the summary, also that of a second one', async () => {
    const task = await read([
      ...start,
      ...summary(4, { tail_start_id: 'msg_3' }),
      answer(6, [step(), says('c'), ends(3)]),
      ...summary(7, { tail_start_id: 'msg_6', auto: false }),
      answer(9, [step(), says('d'), ends(3)]),
    ])
    expect(sentBy(task).slice(2)).toEqual([
      ['What did we do so far?', 'summary 4', 'b'],
      ['What did we do so far?', 'summary 7', 'c'],
    ])
    expect(task.usage.condensations.map(({ trigger }) => trigger)).toEqual(['auto', 'manual'])
  })

  it.each([
    ['without an end', { finish: undefined }],
    ['with an error', { error: { name: 'APIError' } }],
  ])('that came %s changes nothing and is a request that failed', async (_, info) => {
    const task = await read([...start, ...summary(4, {}, info), answer(6, [step(), says('c'), ends(3)])])
    expect(sentBy(task).at(-1)?.slice(0, 4)).toEqual(['Fix it', 'a', 'result of a', 'b'])
    expect(task.usage.condensations).toEqual([])
    expect(task.usage.requests).toHaveLength(4)
  })

  it('of the first versions has a summary without a mark', async () => {
    const [, made] = summary(4, {}, { parentID: 'msg_1' })
    const task = await read([
      ...start,
      ...(made === undefined ? [] : [made]),
      user(6, 'More'),
      answer(7, [step()]),
    ])
    expect(sentBy(task).at(-1)).toEqual(['summary 4', 'More'])
    expect(task.usage.condensations).toHaveLength(1)
  })

  it('clears results from the time on at which it was made', async () => {
    const cleared = { time: { start: 2, end: 2, compacted: 5 } }
    const task = await read([
      user(1, 'Fix it'),
      answer(2, [step(), calls('a', cleared), calls('b'), ends(3)]),
      answer(4, [step(), says('c'), ends(3)]),
      user(6, 'More'),
      answer(7, [step(), says('d'), ends(3)]),
    ])
    const whole = ['Fix it', 'a+b', 'result of a+result of b']
    expect(sentBy(task)).toEqual([
      ['Fix it'],
      whole,
      ['Fix it', 'a+b', '[Old tool result content cleared]+result of b', 'c', 'More'],
    ])
    expect(task.usage.condensations).toEqual([{ ts: 6, kind: 'clearing', trigger: 'prune' }])
    expect(task.contexts?.copies).toHaveLength(1)
  })

  it('clears without a time only what would be sent next', async () => {
    const cleared = { time: { compacted: true } }
    const task = await read([
      user(1, 'Fix it'),
      answer(2, [step(), calls('a', cleared), ends(3)]),
      answer(4, [step()]),
    ])
    expect(sentBy(task).at(-1)).toContain('result of a')
    expect(sentNext(task)).toContain('[Old tool result content cleared]')
  })
})

describe('a session of OpenCode that was taken back', () => {
  const all = [
    user(1, 'Fix it'),
    answer(2, [step(), says('a'), ends(3)]),
    user(3, 'More'),
    answer(4, [step(), { ...says('b'), id: 'prt_b' }, calls('x'), ends(3)]),
  ]

  it('would go on before what was taken back, which is still there', async () => {
    const task = await read(all, { revert: { messageID: 'msg_3' } })
    expect(sentBy(task)).toEqual([['Fix it'], ['Fix it', 'a', 'More']])
    expect(sentNext(task)).toEqual(['Fix it', 'a'])
    expect(task.messages.map(({ content }) => readBlockWords(content))).toEqual([
      'Fix it',
      'a',
      'More',
      'b+x',
      'result of x',
    ])
  })

  it('keeps the beginning of an answer of which the end was', async () => {
    const task = await read(all, { revert: { messageID: 'msg_4', partID: 'prt_x' } })
    expect(sentNext(task)).toEqual(['Fix it', 'a', 'More', 'b'])
  })
})
