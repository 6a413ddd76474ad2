import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { bringToSize, chooseEqualSize } from './measure-at-equal-size.ts'

const told = (text: string): Message => ({ role: 'user', content: text })
const source = conversationFor(
  Array.from({ length: 10 }, (_, at) => told(`message ${at} ${'word '.repeat(20)}`)),
)
const each = source.messageTokens[0] ?? 0

/** A result that says what the first eight messages did in a summary, and kept the last ones. */
function condense(kept: number, summary: readonly string[]) {
  const written = summary.map((content): Message => ({ role: 'user', content, isSummary: true }))
  const indices = [...source.messages.keys()].slice(source.messages.length - kept)
  return {
    source,
    result: conversationFor([...written, ...indices.flatMap((index) => source.messages[index] ?? [])]),
    provenance: {
      messages: [
        ...written.map(() => ({ sources: [], changes: [] })),
        ...indices.map((index) => ({ sources: [index], changes: [] })),
      ],
      dropped: [],
    },
  }
}

const texts = (conversation: ReturnType<typeof bringToSize>): readonly string[] =>
  conversation.messages.map(({ content }) => (typeof content === 'string' ? content.slice(0, 9) : ''))

describe('a result at the size of its cut', () => {
  it('has the newest messages of the history beside what it kept, where it is smaller', () => {
    const brought = bringToSize(condense(1, ['In short: a']), 3 * each + 10)
    expect(texts(brought)).toEqual(['In short:', 'message 7', 'message 8', 'message 9'])
  })

  it('loses the oldest that it kept, and never its summary, where it is larger', () => {
    const brought = bringToSize(condense(8, ['In short: a']), 2 * each + 10)
    expect(texts(brought)).toEqual(['In short:', 'message 8', 'message 9'])
  })

  it('is a summary cut at its end where that alone is larger', () => {
    const lines = Array.from({ length: 30 }, (_, at) => `line ${at} of the summary`)
    const brought = bringToSize(condense(2, [lines.join('\n')]), 40)
    expect(brought.totalTokens).toBeLessThanOrEqual(44)
    expect(brought.messages).toHaveLength(1)
    expect(brought.messages[0]?.content).toMatch(/^line 0 of/)
  })

  it('keeps the newest of the results that were summarised in their place', () => {
    const change = {
      at: { messageIndex: 0, blockIndex: 0 },
      kind: 'tool-result' as const,
      operation: 'summarised' as const,
      passId: 'short',
      reason: '',
      tokensBefore: 9,
      tokensAfter: 3,
      lengthAfter: 3,
    }
    const { result, provenance } = condense(10, [])
    const messages = provenance.messages.map((message, at) => ({
      ...message,
      changes: at < 6 ? [change] : [],
    }))
    const brought = bringToSize({ source, result, provenance: { ...provenance, messages } }, 3 * each)
    expect(texts(brought)).toEqual(['message 7', 'message 8', 'message 9'])
  })

  it('says the same whatever a method keeps word by word: the newest messages', () => {
    const whole = condense(10, [])
    expect(texts(bringToSize(whole, 3 * each))).toEqual(texts(bringToSize(condense(3, []), 3 * each)))
  })

  it('is never larger than it is asked to be by more than a message takes to carry', () => {
    for (const tokens of [0, 5, 50, 333, 1000])
      expect(bringToSize(condense(3, ['In short: a']), tokens).totalTokens).toBeLessThanOrEqual(tokens + 8)
  })
})

it('takes the size that the agent left, else a twentieth of the history', () => {
  const recorded = [told('word '.repeat(30))]
  expect(chooseEqualSize(source, recorded)).toBe(conversationFor(recorded).totalTokens)
  expect(chooseEqualSize(source, null)).toBe(Math.round(source.totalTokens / 20))
})
