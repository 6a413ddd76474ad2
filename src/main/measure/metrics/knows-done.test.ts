import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { createKeptSubject } from '../testing/condensation-of.ts'
import { knowsDone } from './knows-done.ts'
import { limitToSummary, createTextSubject } from './limit-to-summary.ts'

const call = (id: string, name: string, input: Record<string, unknown>, isError = false): Message[] => [
  { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'x', is_error: isError }] },
]
const history = conversationFor([
  { role: 'user', content: 'Build it.' },
  ...call('1', 'Write', { file_path: 'src/a.ts' }),
  ...call('2', 'Write', { file_path: 'src/b.ts' }),
  ...call('3', 'Edit', { file_path: 'src/c.ts' }, true),
  ...call('4', 'Bash', { command: 'npm test' }, true),
  ...call('5', 'Bash', { command: 'npm run build' }),
])
const whole = createKeptSubject(
  history,
  history.messages.map((_, at) => at),
)

const score = (text: string): number | undefined => knowsDone.measure(createTextSubject(whole, text))?.value

const buildBothClaims = (first: string, second: string): string =>
  ['a.ts', 'b.ts', 'c.ts', 'npm test', 'npm run build']
    .map((name) => `- ${name}: ${first}\n- ${name}: ${second}`)
    .join('\n')

describe('knowing what is done', () => {
  const truth = 'Created src/a.ts and src/b.ts. The edit of c.ts failed, npm test fails.'

  it.each([
    ['a true summary', `${truth} npm run build passes.`, 1],
    [
      'the same with every state flipped',
      'a.ts failed. b.ts failed. c.ts is done. npm test passes. npm run build fails.',
      -1,
    ],
    ['half of it', 'Created src/a.ts. npm test fails.', 0.375],
    ['everything marked as done', 'Done: a.ts, b.ts, c.ts, npm test, npm run build', 0],
    ['everything called failed', 'Failed: a.ts, b.ts, c.ts, npm test, npm run build', 0],
    ['what such things mostly are', 'Done: a.ts, b.ts, c.ts\nFailed: npm test, npm run build', 0],
    ['names', 'src/a.ts src/b.ts src/c.ts npm test npm run build', 0],
    ['nothing', '', 0],
    ['the truth, then a story of another time', 'a.ts was created. Then a.ts failed.', 0],
    ['what failed called open', 'c.ts is pending', 0],
    ['done and failed said of everything', buildBothClaims('done', 'failed'), 0],
    ['failed and done said of everything', buildBothClaims('failed', 'done'), 0],
  ])('%s', (_, text, value) => {
    expect(score(text)).toBe(value)
  })

  it('is whole where nothing was taken away', () => {
    expect(knowsDone.measure(whole)?.value).toBe(1)
  })

  it('takes the later of two messages that were kept', () => {
    const kept = conversationFor([
      { role: 'user', content: 'Created a.ts and b.ts. c.ts failed.', isSummary: true },
      { role: 'assistant', content: 'npm test passes. npm run build passes.' },
      { role: 'assistant', content: 'npm test fails now.' },
    ])
    expect(knowsDone.measure({ ...whole, result: kept })?.value).toBe(1)
  })

  it('has no value where all is done, or nothing is', () => {
    const done = conversationFor(call('1', 'Write', { file_path: 'src/a.ts' }))
    expect(knowsDone.measure(createKeptSubject(done, [0, 1]))).toBeNull()
  })

  it('lists what it rests on', () => {
    const evidence = knowsDone.measure(createTextSubject(whole, 'c.ts is done'))?.evidence
    expect(evidence?.kind === 'statements' ? evidence.statements[2] : null).toEqual({
      subject: 'file',
      name: 'src/c.ts',
      state: 'failed',
      messageIndex: 5,
      said: 'done',
      verdict: 'other',
      place: { messageIndex: 0, partIndex: 0, start: 0, end: 4 },
    })
  })
})

describe('the figure of the summary alone', () => {
  it('is that of the text that the provider wrote, without the messages that it kept', () => {
    const result = conversationFor([
      { role: 'user', content: 'Created src/a.ts.', isSummary: true },
      ...history.messages.slice(3),
    ])
    const messages = result.messages.map((_, at) => ({ sources: at === 0 ? [] : [at + 2], changes: [] }))
    const subject = { ...whole, result, provenance: { messages, dropped: [] } }
    expect(limitToSummary(knowsDone).measure(subject)?.value).toBe(0.125)
    expect(knowsDone.measure(subject)?.value).toBe(1)
  })

  it('has no value where the provider wrote nothing', () => {
    expect(limitToSummary(knowsDone).measure(whole)).toBeNull()
  })
})
