import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { splitHistory } from '../history/split-parts.ts'
import { hasRealHistories, realHistories } from '../testing/real-histories.ts'
import { createBulkCounter } from './bulk-counter.ts'
import { cutLongRuns, longestRun } from './cut-long-runs.ts'
import { createReferenceCounter } from './reference-counter.ts'
import { createCachingCounter, encodings, type Encoding, type TokenCounter } from './token-counter.ts'

/** Making one takes half a second: one for each encoding. */
const references = new Map<Encoding, Promise<TokenCounter>>()
function loadReferenceCounter(encoding: Encoding): Promise<TokenCounter> {
  const made = references.get(encoding) ?? createReferenceCounter(encoding)
  references.set(encoding, made)
  return made
}
const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))

describe.each(encodings)('the counters of %s', (encoding) => {
  let bulk: TokenCounter
  let reference: TokenCounter
  beforeAll(async () => {
    bulk = await createBulkCounter(encoding)
    reference = await loadReferenceCounter(encoding)
  })

  it.each([
    ['nothing', ''],
    ['special tokens as plain text', '<|endoftext|> and <|im_start|>'],
    ['half a surrogate pair', 'a\ud83d b\ude00'],
    ['many scripts', 'naïve Ελληνικά 日本語 한국어 العربية 🙂👨‍👩‍👧'],
    ['white space of all kinds', ' \t\n\r\n\u00a0\u2028 x'],
    ['long runs', `${'a'.repeat(2000)} ${' '.repeat(2000)}${'='.repeat(2000)}${'漢'.repeat(700)}`],
    ['digits', '1234567890'.repeat(100)],
  ])('agree on %s', (_name, text) => {
    expect(bulk.count(text)).toBe(reference.count(text))
  })

  it('agree on any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(bulk.count(text)).toBe(reference.count(text))
      }),
    )
  })
})

describe('on real histories the bulk counter', () => {
  let bulk: TokenCounter
  let reference: TokenCounter
  beforeAll(async () => {
    bulk = await createBulkCounter()
    reference = await loadReferenceCounter('o200k_base')
  })
  it.skipIf(!hasRealHistories).each(realHistories().filter(({ messages }) => messages.length < 120))(
    'gives the counts of the reference on every part of $name',
    ({ messages }) => {
      const parts = splitHistory(messages).flat()
      const texts = [...new Set(parts.map((part) => part.text))]
      expect(texts.map(bulk.count)).toEqual(texts.map(reference.count))
    },
  )
})

describe('cutting long runs', () => {
  it('leaves ordinary text whole, however long', () => {
    const text = 'The quick brown fox, and so on; 42 times.\n'.repeat(5000)
    expect(cutLongRuns(text)).toEqual([text])
  })

  it('gives pieces that join to the text, of runs that are never longer than the limit', () => {
    const unit = fc.constantFrom('a', 'Ж', '漢', ' ', '\n', '=', '…', '🙂', '1', 'é')
    const runs = fc.array(fc.tuple(unit, fc.integer({ min: 0, max: 3 * longestRun })), { maxLength: 6 })
    fc.assert(
      fc.property(runs, (parts) => {
        const text = parts.map(([character, times]) => character.repeat(times)).join('')
        const pieces = cutLongRuns(text)
        expect(pieces.join('')).toBe(text)
        for (const piece of pieces) {
          expect(/[\p{L}\p{M}]{1030}|\s{1030}|[^\s\p{L}\p{N}]{1030}/u.test(piece)).toBe(false)
          expect(/^[\udc00-\udfff]/.test(piece)).toBe(false)
        }
      }),
    )
  })

  it('keeps counting a hostile text of a million equal letters possible', async () => {
    const { count } = await createBulkCounter()
    expect(count('a'.repeat(1_000_000))).toBeGreaterThan(100_000)
  })
})

describe('the caching counter', () => {
  const counting = () => {
    const asked: string[] = []
    return { asked, counter: { id: 'test', count: (text: string) => asked.push(text) && text.length } }
  }

  it('counts each text once', () => {
    const { asked, counter } = counting()
    const cached = createCachingCounter(counter)
    expect([cached.count('abc'), cached.count('abc'), cached.count(['a', 'bc'].join(''))]).toEqual([3, 3, 3])
    expect(asked).toEqual(['abc'])
  })

  it('forgets what nobody asked for while its memory filled twice', () => {
    const { asked, counter } = counting()
    const cached = createCachingCounter(counter, 10)
    for (const text of ['old', 'x'.repeat(11), 'y', 'z'.repeat(11), 'w', 'old']) cached.count(text)
    expect(asked.filter((text) => text === 'old')).toHaveLength(2)
  })
})
