import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import type { MessageProvenance, PartChange } from '../../../shared/kernel/provenance.ts'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { randomRuns } from '../../kernel/testing/shares.ts'
import { measureGrowth } from '../../platform/workers/testing/count-steps.ts'
import { knowsDone } from '../metrics/knows-done.ts'
import { createTextSubject, limitToSummary } from '../metrics/limit-to-summary.ts'
import { errorsKept, rulesKept, valuesKept } from '../metrics/rules-kept.ts'
import { createSubject, type Subject } from '../metrics/subject.ts'
import { createKeptSubject } from '../testing/condensation-of.ts'
import { listNames } from '../testing/read-hostile.ts'
import { buildControlText, textControls } from './control-texts.ts'
import { measureControls } from './measure-controls.ts'

const call = (id: string, path: string, isError = false): Message[] => [
  { role: 'assistant', content: [{ type: 'tool_use', id, name: 'Write', input: { file_path: path } }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'x', is_error: isError }] },
]
const history = conversationFor([
  { role: 'user', content: 'Build it.' },
  ...call('1', 'src/first.ts'),
  ...call('2', 'src/second.ts'),
  ...call('3', 'src/third.ts', true),
])
const subject = createTextSubject(
  createKeptSubject(history, []),
  'Created src/first.ts and src/second.ts, all fine. The write of third.ts failed for lack of space.',
)

describe('the controls of a figure', () => {
  it('score what tricks of its size score, from nothing to the full history', () => {
    const scores = measureControls(subject, [knowsDone])['knows-done']
    expect(scores).toMatchObject({ nothing: 0, names: 0, full: 1 })
    expect(scores?.['all-done']).toBeCloseTo(0)
    expect(knowsDone.measure(subject)?.value).toBe(1)
  })

  it('hold a guess from what things are, which knows nothing of what became of them', () => {
    const run = (id: string, command: string, isError: boolean): Message[] => [
      { role: 'assistant', content: [{ type: 'tool_use', id, name: 'Bash', input: { command } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'x', is_error: isError }] },
    ]
    const source = conversationFor([
      { role: 'user', content: 'Build it.' },
      ...call('1', 'src/first.ts'),
      ...call('2', 'src/second.ts', true),
      ...run('3', 'npm run deploy', true),
      ...run('4', 'npm test', false),
    ])
    const scores = measureControls(createTextSubject(createKeptSubject(source, []), 'word '.repeat(80)), [
      knowsDone,
    ])
    expect(scores['knows-done']).toMatchObject({ guessed: 0, 'all-done': 0, full: 1 })
  })

  describe('shuffle what a provider wrote itself', () => {
    const told =
      'Created src/first.ts and src/second.ts, all fine. The write of src/third.ts failed for lack of space.'
    const kept: Message[] = [{ role: 'user', content: 'Build it.' }]
    /** A result of one kept message and one with a text, by what the record says of it. */
    const written = (text: string, record: Partial<MessageProvenance>, more: Partial<Message> = {}) => {
      const { facts: _facts, now: _now, ...condensation } = createKeptSubject(history, [])
      const result = conversationFor([...kept, { role: 'assistant', content: text, ...more }])
      const messages = [
        { sources: [0], changes: [] },
        { sources: [], changes: [], ...record },
      ]
      return createSubject({ ...condensation, result, provenance: { messages, dropped: [] } })
    }
    const changed = (operation: 'summarised' | 'shortened'): PartChange => ({
      at: { messageIndex: 2, blockIndex: 0 },
      kind: 'tool-result',
      operation,
      passId: 'test',
      reason: 'so',
      tokensBefore: 100,
      tokensAfter: 20,
      lengthAfter: 80,
    })
    const measureShuffled = (own: Subject): number | undefined =>
      measureControls(own, [knowsDone])['knows-done']?.shuffled

    it.each<[string, Partial<MessageProvenance>]>([
      ['a message of an arm that names no summary', {}],
      [
        'a message that was rewritten, by comparison',
        { sources: [2], changes: [{ ...changed('shortened'), isInferred: true }] },
      ],
      ['a part that was summarised in its place', { sources: [2], changes: [changed('summarised')] }],
    ])('%s', (_, record) => {
      const own = written(told, record)
      expect(knowsDone.measure(own)?.value).toBe(1)
      expect(measureShuffled(own)).toBeLessThan(1)
    })

    it('and nothing that is cut, or a mark of what was left out', () => {
      expect(
        measureShuffled(written(told, { sources: [2], changes: [changed('shortened')] })),
      ).toBeUndefined()
      const long = conversationFor([{ role: 'user', content: 'word '.repeat(900) }])
      const marked = written('3 messages left out.', {})
      const beside = { ...marked.result, parts: [...long.parts, ...marked.result.parts.slice(1)] }
      expect(measureShuffled({ ...marked, result: beside })).toBeUndefined()
    })
  })

  it('are measured of the summary where the figure is', () => {
    const metric = limitToSummary(knowsDone)
    expect(Object.keys(measureControls(subject, [metric]))).toEqual(['knows-done-summary'])
    expect(measureControls(createKeptSubject(history, [0, 1, 2]), [metric])).toEqual({})
  })

  it('name nothing within an image in letters, in as many steps, however long it is', async () => {
    const buildHostileImage = (letters: number): string => `See src/a.ts ${'x'.repeat(letters)}`
    expect(listNames(buildHostileImage(300_000))).toBe('src/a.ts')
    const counted = { file: new URL('../testing/read-hostile.ts', import.meta.url), name: listNames.name }
    const { perPair } = await measureGrowth(counted, 6000, buildHostileImage)
    // A step in all, such as the engine counts once in a while, is none for each pair of letters.
    expect(Math.abs(perPair)).toBeLessThan(1e-6)
  })

  it('leave out figures without controls', () => {
    expect(measureControls(subject, [{ ...knowsDone, isControlled: false }])).toEqual({})
  })

  it('say the same twice', () => {
    expect(measureControls(subject, [knowsDone])).toEqual(measureControls({ ...subject }, [knowsDone]))
  })

  it('score the same whether a longer text was read before', () => {
    const rules = ['Never touch the vendor folder again.', 'Call it `main-3`.'].join('\n')
    const lines = fc.constantFrom(
      'All of src/first.ts is done:',
      'src/second.ts failed, and src/first.ts was removed',
      'Never touch the vendor folder again.',
      'The folder of the vendor is called',
      'main-3 because you wanted to call it so',
      'the file src/third.ts 完成',
      '失败 and nothing to look at',
      'nothing that anybody asked for',
    )
    const figures = [knowsDone, rulesKept, valuesKept, errorsKept]
    fc.assert(
      fc.property(fc.array(lines, { minLength: 4, maxLength: 12 }), (own) => {
        const told = [
          { role: 'user' as const, content: rules },
          ...call('1', 'src/first.ts'),
          ...call('2', 'src/second.ts'),
          ...call('3', 'src/third.ts', true),
          ...own.map((content): Message => ({ role: 'assistant', content })),
        ]
        const scores = (sizes: readonly number[]): unknown => {
          const source = conversationFor(told)
          const whole = createKeptSubject(source, [])
          return sizes.map((words) =>
            measureControls(createTextSubject(whole, 'word '.repeat(words)), figures),
          )
        }
        const sizes = [10, 17, 25, 35, 45, 55, 70, 160]
        expect(scores(sizes.toReversed())).toEqual((scores(sizes) as unknown[]).toReversed())
      }),
      { numRuns: randomRuns(60) },
    )
  })

  it('have no more tokens than they are given', () => {
    for (const tokens of [0, 1, 7, 30, 1000])
      for (const id of textControls)
        expect(history.counter.count(buildControlText(history, id, tokens))).toBeLessThanOrEqual(tokens)
  })
})
