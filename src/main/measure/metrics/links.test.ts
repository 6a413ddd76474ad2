import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { links } from './links.ts'
import { createSubject } from './subject.ts'

const user = (content: string): Message => ({ role: 'user', content })
const history = `The watcher holds a stale lock on startup. Retries of the uploader overlap with quota checks.
Migrations rename ledgers before invoices settle. Tokens expire while dashboards refresh slowly.`
const after: Message = {
  role: 'assistant',
  content: `Since the watcher holds a stale lock, and retries of the uploader overlap with quota checks, migrations rename
ledgers while dashboards refresh slowly.`,
}
const filler = Array.from({ length: 60 }, (_, at) => `filler${'abcdefghij'[at % 10]}${at}`).join(' ')

function measure(
  result: readonly Message[],
  continuation: readonly Message[] | null = [after],
  source: readonly Message[] = [user(history), user(filler)],
) {
  return links.measure(
    createSubject({
      source: conversationFor(source),
      result: conversationFor(result),
      provenance: { messages: [], dropped: [] },
      continuation: continuation === null ? null : conversationFor(continuation),
      stats: { costUsd: 0, durationMs: 0 },
    }),
  )
}
const bag = [...new Set(history.match(/\w{4,}/g) ?? [])].toSorted((a, b) =>
  a.slice(1).localeCompare(b.slice(1)),
)

describe('links', () => {
  it('are all there in the full history, however dense it is', () => {
    expect(measure([user(history), user(filler)])?.value).toBe(1)
    expect(measure([user(history)])?.value).toBe(1)
  })

  it('are worth more in a sentence of a summary than in a bag of all the words', () => {
    const sentence = 'The watcher holds a stale lock; retries of the uploader overlap with quota checks.'
    const told = measure([user(`${sentence} ${filler}`)])?.value ?? 0
    const listed = measure([user(`${bag.join(' ')} ${filler}`)])?.value ?? 0
    expect(told).toBeGreaterThan(0.4)
    expect(listed).toBeLessThan(0.25)
  })

  it('are none of nothing', () => {
    const found = measure([])
    expect(found?.value).toBe(0)
    expect(found?.evidence).toMatchObject({ kind: 'links', share: 0, shuffled: 0 })
  })

  it('are listed with where they stood, are used and stand', () => {
    const { evidence } = measure([user(history)]) ?? {}
    const pairs = evidence?.kind === 'links' ? evidence.pairs : []
    const place = expect.objectContaining({ messageIndex: 0, partIndex: 0 })
    expect(pairs).toContainEqual({
      words: expect.arrayContaining(['stale', 'lock']),
      stood: place,
      used: { messageIndex: 0, partIndex: 0 },
      now: place,
    })
  })

  it('are unknown where the continuation takes too few of them', () => {
    expect(measure([user(history)], [{ role: 'assistant', content: 'A stale lock.' }])).toBeNull()
    expect(measure([user(history)], null)).toBeNull()
  })

  it('are unknown where the history has all of them in any order of its words', () => {
    const few = 'stale locks upset uploaders'
    const repeated = [user(Array.from({ length: 30 }, () => few).join(' '))]
    expect(measure(repeated, [{ role: 'assistant', content: few }], repeated)).toBeNull()
    expect(measure([user('uploaders')], [{ role: 'assistant', content: few }], repeated)).toBeNull()
  })
})
