import { array, assert, constantFrom, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textTokens, tokensOfPart } from '../state/text-tokens.ts'
import { longerOf, noteLonger } from './longer-texts.ts'
import { wordsOfPart } from './phrase-finder.ts'
import type { Readable } from './remembered-by-text.ts'
import { wordsOf } from './words-of.ts'

const summary = (text: string): Readable => ({ kind: 'summary', holder: 'text', text })
const lines = array(
  constantFrom('a', ' - b', '[x] c.', 'd:', 'é…', '漢字', '**e**', '“f”', ' ', '', '\r', 'g - '),
  {
    minLength: 1,
    maxLength: 8,
  },
).map((own) => own.join('\n'))

describe('a text with which a longer one begins', () => {
  it('has the words and the tokens that it has by itself', () => {
    assert(
      property(lines, lines, (text, rest) => {
        const [part, longer] = [summary(text), summary(`${text}\n${rest}`)]
        noteLonger(part, longer)
        expect(wordsOfPart(part)).toEqual(wordsOf(text))
        expect(tokensOfPart(part)).toEqual(textTokens(text))
      }),
      { numRuns: 2000 },
    )
  })

  it('is read by itself where the other one goes on in its line, or where it ends with a blank', () => {
    const [line, blank] = [summary('one tw'), summary('one\n')]
    noteLonger(line, summary('one two'))
    noteLonger(blank, summary('one\n\ntwo'))
    expect([longerOf(line), longerOf(blank)]).toEqual([undefined, undefined])
  })
})
