import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { reviseConversation } from '../../kernel/conversation.ts'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { answer, call, task } from '../../kernel/testing/small-histories.ts'
import { metrics } from './metrics.ts'
import { createSubject } from './subject.ts'
import { summariseQuality } from './summarise-quality.ts'

const source = conversationFor([
  task,
  call('1', 'write_to_file', { path: 'src/a.ts', content: 'x'.repeat(4000) }),
  answer('1', 'Error: src/b.ts is not there'),
])
const sealed: Message = {
  role: 'assistant',
  content: [{ type: 'compaction', encrypted_content: 'gAAA', countedTokens: 7 }],
  isSummary: true,
}
const readable: Message = {
  role: 'assistant',
  content: [{ type: 'compaction', content: 'src/a.ts was written.' }],
  isSummary: true,
}

const buildSealedSubject = (messages: readonly Message[]) =>
  createSubject({
    source,
    result: reviseConversation(source, messages),
    provenance: {
      messages: messages.map((_, index) => ({ sources: index === 0 ? [0] : [], changes: [] })),
      dropped: [1, 2].map((sourceIndex) => ({
        sourceIndex,
        operation: 'summarised',
        passId: 'v',
        reason: '',
      })),
    },
    continuation: null,
    stats: { costUsd: 0.01, durationMs: 5 },
  })
const valued = (messages: readonly Message[]): string[] =>
  metrics.flatMap(({ id, measure }) => (measure(buildSealedSubject(messages)) === null ? [] : [id]))

describe('an encrypted result', () => {
  it('is judged by what can be judged, its size among it, and by nothing else', () => {
    const found = valued([task, sealed])
    expect(found).toEqual(expect.arrayContaining(['reduction', 'tokens', 'validity']))
    const groups = metrics.flatMap(({ id, group }) => (found.includes(id) ? [group] : []))
    expect(groups.filter((group) => !['compression', 'validity', 'cost', 'time'].includes(group))).toEqual([])
    expect(valued([task, readable])).toEqual(expect.arrayContaining(['survival-path', 'errors-kept']))
  })

  it('has the tokens that its vendor counted', () => {
    const { result } = buildSealedSubject([task, sealed])
    expect(result.messageTokens[1]).toBe(7)
  })

  it('has no quality, with the reason', () => {
    const after = conversationFor([task])
    const result = reviseConversation(source, [task, sealed])
    expect(summariseQuality(source, result, after)).toMatchObject({
      survival: null,
      continuationRecall: null,
      survivalGap: 'encrypted',
      continuationGap: 'encrypted',
    })
  })

  it('is no new one where its source had it already', () => {
    const before = conversationFor([task, sealed])
    expect(summariseQuality(before, before, 'nothing-after').survivalGap).not.toBe('encrypted')
  })
})
