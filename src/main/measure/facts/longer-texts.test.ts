import { array, assert, constantFrom, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tokeniseText, tokensOfPart } from '../state/tokenise-text.ts'
import type { Readable } from './create-remembered-reading.ts'
import { findLongerPart, recordLongerPart } from './longer-texts.ts'
import { wordsOfPart } from './phrase-finder.ts'
import { splitWords } from './split-words.ts'

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
        recordLongerPart(part, longer)
        expect(wordsOfPart(part)).toEqual(splitWords(text))
        expect(tokensOfPart(part)).toEqual(tokeniseText(text))
      }),
      { numRuns: 2000 },
    )
  })

  it('is read by itself where the other one goes on in its line, or where it ends with a blank', () => {
    const [line, blank] = [summary('one tw'), summary('one\n')]
    recordLongerPart(line, summary('one two'))
    recordLongerPart(blank, summary('one\n\ntwo'))
    expect([findLongerPart(line), findLongerPart(blank)]).toEqual([undefined, undefined])
  })
})
