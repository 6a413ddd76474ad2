import { describe, expect, it } from 'vitest'
import type { Message } from '../../../../shared/kernel/message.ts'
import { answer, call } from '../../../kernel/testing/small-histories.ts'
import { reconstruct } from '../../../record/reconstruct.ts'
import type { RecordedTask } from '../../../record/recorded-task.ts'
import { deleted } from '../../replay/compute/testing/condensed-example.ts'
import { characterCounter as counter } from '../../replay/compute/testing/replay-example.ts'
import { followFacts } from './follow-facts.ts'

const decision = 'We decided to keep amounts in whole cents.'

/** A task of which all but the last two messages are condensed before its third request. */
function condensedTask(summary: Message['content']): RecordedTask {
  const messages: Message[] = [
    { role: 'user', content: `${decision}\nThe database listens on port "54330", see src/db/connect.ts.` },
    call('1', 'Bash', { command: 'echo "one"\necho "two"' }),
    answer('1', 'Nothing else was said of it here.'),
    { role: 'assistant', content: 'The rounding is left to the printer.' },
    { role: 'user', content: summary, isSummary: true, condenseId: 's' },
    { role: 'assistant', content: 'What came later: 77 lines.' },
  ]
  return {
    messages,
    hiddenRange: null,
    usage: {
      requests: [0, 1, 2].map((at) => ({ ts: 1000 * at, tokensIn: 1000, tokensOut: 10, isCacheApart: true })),
      condensations: [{ ts: 1500, condenseId: 's' }],
    },
    contexts: {
      requests: [1, 3, 5].map((index) => ({ answer: index, before: index })),
      changes: [{ request: 2, written: 4, hide: [[0, 3]], show: [[3, 5]], condensation: 0 }],
      copies: [],
    },
  }
}

const follow = (text: string, summary: Message['content']) =>
  followFacts(reconstruct(condensedTask(summary), { counter }), [text], counter)[0]
const none = { keptIn: null, there: [], missing: [], unclear: null }
const place = 'The database listens on port "54330", see src/db/connect.ts.'

describe('a pinned fact', () => {
  it.each<[string, string, Message['content'], object]>([
    [
      'that stands in the result word for word',
      decision,
      `Earlier: **we decided** to keep amounts in whole cents.`,
      { ...none, fate: 'verbatim', keptIn: 4 },
    ],
    [
      'in a message that was left as it was',
      'The rounding is left to the printer.',
      'Earlier.',
      { ...none, fate: 'verbatim', keptIn: 3 },
    ],
    [
      'most of whose words stand together',
      decision,
      'Amounts: decided to keep cents whole.',
      { ...none, fate: 'reworded', keptIn: 4 },
    ],
    [
      'of which a name is there and another is not',
      place,
      'Look at src/db/connect.ts first.',
      { ...none, fate: 'named', keptIn: 4, there: ['src/db/connect.ts'], missing: ['54330'] },
    ],
    [
      'of which no name is there',
      place,
      'Earlier.',
      { ...none, fate: 'gone', missing: ['src/db/connect.ts', '54330'] },
    ],
    ['without a name', decision, 'Earlier.', { ...none, fate: 'unclear', unclear: 'no-names' }],
    [
      'of which an encrypted summary may say anything',
      place,
      [],
      { ...none, fate: 'unclear', missing: ['src/db/connect.ts', '54330'], unclear: 'opaque' },
    ],
  ])('%s is said to be so', (_name, text, summary, fate) =>
    expect(follow(text, summary)).toEqual({ text, said: expect.any(Number), fates: [{ n: 1, ...fate }] }),
  )

  it('is one in all of its lines, which one message says', () => {
    const both = `${decision}\n${place}`
    expect(follow(both, both)?.fates).toMatchObject([{ fate: 'verbatim', keptIn: 4 }])
    expect(follow(both, `${decision} Port 54330.`)?.fates).toMatchObject([{ fate: 'named' }])
    expect(follow(`${decision}\nThe rounding is left to the printer.`, 'x')?.said).toBeNull()
  })

  it('is found as it is shown among the arguments of a call', () =>
    expect(follow(String.raw`echo \"one\"\necho \"two\"`, 'Earlier.')?.said).toBe(1))

  it.each([
    [place, 'gone-before', null],
    [decision, 'unclear', 'no-names'],
  ])('%s: what an earlier condensation lost is not lost again', (text, fate, unclear) => {
    const { messages, usage, contexts, hiddenRange } = condensedTask('Earlier.')
    const again: Message = { role: 'user', content: 'Later.', isSummary: true, condenseId: 't' }
    const twice: RecordedTask = {
      messages: [...messages, again, { role: 'assistant', content: 'Done.' }],
      hiddenRange,
      usage: {
        requests: [0, 1, 2, 3].map((at) => ({
          ts: 1000 * at,
          tokensIn: 1000,
          tokensOut: 10,
          isCacheApart: true,
        })),
        condensations: [...usage.condensations, { ts: 2500, condenseId: 't' }],
      },
      contexts: {
        requests: [1, 3, 5, 7].map((index) => ({ answer: index, before: index })),
        changes: [
          ...(contexts?.changes ?? []),
          { request: 3, written: 6, hide: [[3, 6]], show: [[6, 7]], condensation: 1 },
        ],
        copies: [],
      },
    }
    const [fact] = followFacts(reconstruct(twice, { counter }), [text], counter)
    expect(fact?.fates[1]).toMatchObject({ n: 2, fate, unclear })
  })

  it('has no fate where it was said later, or by nobody', () => {
    expect(follow('What came later: 77 lines.', 'Earlier.')).toMatchObject({ said: 5, fates: [] })
    expect(follow('No one ever wrote it.', 'Earlier.')).toMatchObject({ said: null, fates: [] })
  })

  it('is unclear where what was condensed is no longer in the files', () => {
    const [fact] = followFacts(reconstruct(deleted({}), { counter }), ['Done'], counter)
    for (const fate of fact?.fates ?? []) expect(fate).toMatchObject({ fate: 'unclear' })
  })
})
