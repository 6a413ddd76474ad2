import { describe, expect, it } from 'vitest'
import { describeCondensation } from '../../../../shared/condensations/autopsy-words.ts'
import type { Message } from '../../../../shared/kernel/message.ts'
import type { RecordedCondensation, RequestUsage } from '../../../../shared/kernel/usage.ts'
import { listRecordedCuts } from '../../../kernel/history/list-recorded-cuts.ts'
import { answer, call } from '../../../kernel/testing/small-histories.ts'
import { lightenMessage } from '../../../platform/files/text-shelf.ts'
import { reconstruct } from '../../../record/reconstruct.ts'
import type { RecordedTask } from '../../../record/recorded-task.ts'
import { deleted, tagged } from '../../replay/compute/testing/condensed-example.ts'
import { characterCounter as counter } from '../../replay/compute/testing/replay-example.ts'
import { buildAutopsy } from './build-autopsy.ts'

const body = (name: string): string =>
  Array.from(
    { length: 20 },
    (_, at) => `export const ${name}${'abcdefghijklmnopqrst'[at]} = compute(1)\n`,
  ).join('')
const makeSummary = (content: Message['content']): Message => ({
  role: 'user',
  content,
  isSummary: true,
  condenseId: 's',
})
const readable = makeSummary('You must never touch config/live.json. We look at src/a.ts.')

/** Two files are read, the history is condensed before the third request, and one of them is read again. */
function condensedTask(summary: Message, record: RecordedCondensation = {}): RecordedTask {
  const messages: Message[] = [
    { role: 'user', content: 'You must never touch config/live.json. Do not rename exports. Fix src/a.ts.' },
    call('1', 'Read', { file_path: 'src/a.ts' }),
    answer('1', body('firstTotal')),
    call('2', 'Bash', { command: 'cat src/b.ts' }),
    answer('2', body('secondTotal')),
    summary,
    call('3', 'Read', { file_path: 'src/a.ts' }),
    answer('3', body('firstTotal')),
    { role: 'assistant', content: 'Done.' },
  ]
  const requests = Array.from({ length: 4 }, (_, at): RequestUsage => ({
    ts: 1000 * at,
    tokensIn: 1000 * (at + 1),
    tokensOut: 10,
    isCacheApart: true,
  }))
  return {
    messages,
    hiddenRange: null,
    usage: { requests, condensations: [{ ts: 1500, condenseId: 's', ...record }] },
    contexts: {
      requests: [1, 3, 6, 8].map((index) => ({ answer: index, before: index })),
      changes: [{ request: 2, written: 5, hide: [[0, 5]], show: [[5, 6]], condensation: 0 }],
      copies: [],
    },
  }
}

const of = (task: RecordedTask) =>
  buildAutopsy(reconstruct(task, { counter }), counter, {
    cuts: listRecordedCuts(task.messages, task.contexts),
  }).condensations

describe('an autopsy', () => {
  it('says what was needed later and is missing, and how much else is gone', () => {
    const [one] = of(condensedTask(readable, { trigger: 'auto', tokensBefore: 900, tokensAfter: 80 }))
    expect(one).toMatchObject({
      n: 1,
      kind: 'summary',
      trigger: 'auto',
      before: 900,
      after: 80,
      atRequest: 3,
      cut: 5,
      followed: 2,
      hidden: { messages: 5 },
      unexamined: null,
      missing: [
        {
          kind: 'read-again',
          texts: ['src/a.ts'],
          said: 2,
          used: 7,
          costUsd: null,
          excerpt: body('firstTotal').trimEnd(),
        },
      ],
    })
    expect(one?.missing[0]?.tokens).toBeGreaterThan(100)
    expect(one?.others).toBeGreaterThan(0)
    // The rule and two paths.
    expect(one?.survived?.left).toBe(3)
    expect(one?.survived?.of).toBeGreaterThan(20)
  })

  it.each([
    ['other lines of it', 'fourthTotal', 0],
    ['the same lines', 'firstTotal', 1],
  ])('takes %s for needed only where lines are the same', (_, name, count) => {
    const task = condensedTask(readable)
    const messages = task.messages.with(7, answer('3', body(name)))
    expect(of({ ...task, messages })[0]?.missing).toHaveLength(count)
  })

  it('counts no other details where only the model can read the summary', () => {
    const opaque = makeSummary([{ type: 'compaction', encrypted_content: 'gAAAA' }])
    const [one] = of(condensedTask(opaque))
    expect(one).toMatchObject({
      kind: 'opaque',
      summary: null,
      others: null,
      survived: null,
      missing: [{ used: 7 }],
    })
    expect(one === undefined ? '' : describeCondensation(one)).toMatch(
      /^[\d,]+ → [\d,]+ tokens\. 1 thing needed later was missing: read again for [\d,]+ tokens\.$/,
    )
  })

  it('does not miss a file of which another read still stands', () => {
    const task = condensedTask(readable)
    const [change] = task.contexts?.changes ?? []
    const kept = { ...task.contexts!, changes: [{ ...change!, hide: [[3, 5] as [number, number]] }] }
    const [one] = of({ ...task, contexts: kept })
    expect(one?.missing).toEqual([])
    expect(one?.hidden?.messages).toBe(2)
  })

  it('counts of cleared results what is gone of them', () => {
    const task = condensedTask(answer('2', '[cleared]'), { kind: 'clearing' })
    const [change] = task.contexts?.changes ?? []
    const cleared = { ...task.contexts!, changes: [{ ...change!, hide: [[4, 5] as [number, number]] }] }
    expect(of({ ...task, contexts: cleared })).toMatchObject([
      { kind: 'clearing', hidden: { messages: 1 }, missing: [], others: 20 },
    ])
  })

  it('lists one that was made after the last request', () => {
    const task = condensedTask(readable)
    const [change] = task.contexts?.changes ?? []
    const late = { ...task.contexts!, changes: [{ ...change!, request: 4, written: 9 }] }
    expect(of({ ...task, contexts: late })).toMatchObject([{ n: 1, atRequest: null, cut: 9 }])
  })

  it('reads the marks of Roo', () => {
    expect(of(tagged({ ts: 100, costUsd: 0.2 }))).toMatchObject([
      { atRequest: 4, cut: 6, costUsd: 0.2, unexamined: null, hidden: { messages: 6 } },
    ])
  })

  it('says so where what it left out was deleted', () => {
    const [one] = of(deleted({ ts: 100, tokensBefore: 5000, tokensAfter: 600 }))
    expect(one).toMatchObject({ before: 5000, after: 600, cut: null, hidden: null, unexamined: 'deleted' })
    expect(one === undefined ? '' : describeCondensation(one)).toBe(
      '5,000 → 600 tokens. What it left out is no longer in the files.',
    )
  })

  it('is empty where nothing was condensed', () => {
    const { contexts: _, ...task } = condensedTask(readable)
    expect(of({ ...task, messages: [], usage: { requests: [], condensations: [] } })).toEqual([])
  })
})

it('counts no other details of a session whose texts are kept packed, whose words would fill the memory', () => {
  const task = condensedTask(readable)
  const packed = of({ ...task, messages: task.messages.map(lightenMessage) })
  expect(of(task)[0]?.others).toBeGreaterThan(0)
  expect(packed).toEqual(of(task).map((one) => ({ ...one, others: null })))
})
