import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { walkContextLog } from '../../kernel/history/context-log.ts'
import { measureGrowth } from '../../platform/workers/testing/count-steps.ts'
import { readBlockTexts } from '../testing/sent-by.ts'
import { followRequests, type LoggedRequest } from './follow-requests.ts'
import type { BuiltSession } from './session-builder.ts'

const long = 'x'.repeat(500)
const user = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] })
const says = (text: string): Message => ({ role: 'assistant', content: [{ type: 'text', text }] })
const calls = (...ids: string[]): Message => ({
  role: 'assistant',
  content: ids.map((id) => ({ type: 'tool_use', id, name: 'read', input: { path: id } })),
})
const result = (id: string, content: string): Message => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: id, content }],
})
const asked = (messages: Message[], ...answer: Message[]): LoggedRequest => ({
  usage: { tokensIn: 10 * messages.length },
  messages,
  answer,
})

function sentBy({ messages, contexts }: BuiltSession): string[][] {
  const walk = walkContextLog(contexts)
  return contexts.requests.map(({ before }, request) => {
    walk.to(request, before)
    return walk.indices().flatMap((index) => (messages[index] ? [readBlockTexts(messages[index])] : []))
  })
}

const readRequestWords = (requests: readonly LoggedRequest[]): string[][] =>
  requests.map(({ messages }) => messages.map(readBlockTexts))

describe('requests that hold their whole history', () => {
  it('grow without a condensation', () => {
    const requests = [
      asked([user('Fix it')], calls('a')),
      asked([user('Fix it'), calls('a'), result('a', 'A')], says('Done')),
      asked([user('Fix it'), calls('a'), result('a', 'A'), says('Done'), user('More')], says('Yes')),
    ]
    const session = followRequests(requests)
    expect(sentBy(session)).toEqual(readRequestWords(requests))
    expect(session.messages).toHaveLength(6)
    expect(session.usage.condensations).toEqual([])
    expect(session.contexts.changes).toEqual([])
  })

  it('show a cleared result as a condensation, and keep the result', () => {
    const requests = [
      asked([user('Fix it')], calls('a')),
      asked([user('Fix it'), calls('a'), result('a', long)], calls('b')),
      asked([user('Fix it'), calls('a'), result('a', '-'), calls('b'), result('b', 'B')], says('Done')),
    ]
    const session = followRequests(requests)
    expect(sentBy(session)).toEqual(readRequestWords(requests))
    expect(session.usage.condensations).toMatchObject([
      { kind: 'clearing', tokensBefore: 30, tokensAfter: 50 },
    ])
    expect(session.contexts.copies).toEqual([[3, 4]])
  })

  it('show observations that were shortened in turn, without ids, as one clearing each', () => {
    const old = 'Old output: (1 line omitted)'
    const seen = (...texts: string[]): Message[] => [
      user('Fix it'),
      ...texts.flatMap((text, at) => [says(`step ${at}`), user(text)]),
    ]
    const requests = [
      asked(seen('one '.repeat(20)), says('step 1')),
      asked(seen(old, 'two '.repeat(20)), says('step 2')),
      asked(seen(old, old, 'three '.repeat(20)), says('step 3')),
      asked(seen(old, old, 'three '.repeat(20), 'four'), says('step 4')),
    ]
    const session = followRequests(requests)
    expect(sentBy(session)).toEqual(readRequestWords(requests))
    expect(session.usage.condensations.map(({ kind }) => kind)).toEqual(['clearing', 'clearing'])
  })

  it('show a summary that took the place of messages, before what was kept and where nothing was', () => {
    const first = [user('Fix it'), calls('a'), result('a', long), says(long), user('On')]
    const requests = [
      asked(first, says('b')),
      asked([user('Fix it'), user('Summary of it'), user('On'), says('b'), user('c')], says('d')),
      asked([user('Fix it'), user(`It went so: ${'y'.repeat(400)}`), user('e')], says('f')),
    ]
    const session = followRequests(requests)
    expect(sentBy(session)).toEqual(readRequestWords(requests))
    expect(session.usage.condensations.map(({ kind }) => kind)).toEqual(['summary'])
    const [summary] = session.messages.filter(({ isSummary }) => isSummary === true)
    expect(summary).toMatchObject({ condenseId: 'condensation-1', content: [{ text: 'Summary of it' }] })
  })

  it('show what was dropped from the middle as a truncation', () => {
    const requests = [
      asked([user('Fix it'), says('a'), user('b'), says('c'), user('d')], says('e')),
      asked([user('Fix it'), says('c'), user('d'), says('e'), user('f')], says('g')),
    ]
    const session = followRequests(requests)
    expect(sentBy(session)).toEqual(readRequestWords(requests))
    expect(session.usage.condensations).toMatchObject([{ kind: 'truncation' }])
  })

  it('go back to an earlier place, and lose a reply that does not last, without one', () => {
    const requests = [
      asked([user('Fix it'), says('a'), user('b')], says('c')),
      asked([user('Fix it'), says('a'), user('other')], says('d')),
      asked([user('Fix it'), says('a'), user('other'), says('d'), user('wrong')], says('e')),
      asked([user('Fix it'), says('a'), user('other'), says('d'), says('e')], says('f')),
    ]
    const session = followRequests(requests, { isLasting: (message) => readBlockTexts(message) !== 'wrong' })
    expect(sentBy(session)).toEqual(readRequestWords(requests))
    expect(session.usage.condensations).toEqual([])
  })

  it('leave out reasoning, and write an answer anew, without one', () => {
    const thought: Message = { role: 'assistant', content: [{ type: 'thinking', thinking: 'hm' }] }
    const requests = [
      asked([user('Fix it')], thought, calls('a')),
      asked([user('Fix it'), calls('a'), result('a', 'A')], says('Done  now')),
      asked([user('Fix it'), calls('a'), result('a', 'A'), says('Done'), user('More')], says('b')),
    ]
    const session = followRequests(requests)
    expect(sentBy(session)).toEqual(readRequestWords(requests))
    expect(session.usage.condensations).toEqual([])
  })

  it('take steps that grow with what they hold where there are many', async () => {
    const grown = (count: number): LoggedRequest[] => {
      const all = Array.from({ length: 2 * count }, (_, at) =>
        at % 2 === 0 ? user(`q${at}`) : says(`a${at}`),
      )
      return Array.from({ length: count }, (_, at) => asked(all.slice(0, 2 * at + 1), says(`a${2 * at + 1}`)))
    }
    expect(followRequests(grown(60)).messages).toHaveLength(120)
    // Twice the requests hold four times as much.
    const counted = { file: new URL('follow-requests.ts', import.meta.url), name: followRequests.name }
    expect((await measureGrowth(counted, 30, grown)).factor).toBeLessThan(5)
  })
})
