import { array, assert, constantFrom, property } from 'fast-check'
import { expect, it } from 'vitest'
import { tokenPattern } from '../state/tokenise-text.ts'
import { wordPattern } from './split-words.ts'
import { visitMatches, type QuickPattern } from './visit-matches.ts'

const pieces = 'a|Bc_1|*|**d**| | - |\n|\r\n|\n \n|.|!?|...|,|:|(|`|"|[x]|[ |]'
  .split('|')
  .concat('é|ß|Σ|漢字|ー|。|…|”|—|\u00a0|\u3000|✅|😀|\ud83d|𝒳|٣'.split('|'))
const texts = array(constantFrom(...pieces), { maxLength: 30 }).map((own) => own.join(''))

it.each<[string, QuickPattern]>([
  ['words', wordPattern],
  ['the tokens of sentences', tokenPattern],
])('finds %s as the exact pattern does, whatever letters stand between them', (_, pattern) => {
  assert(
    property(texts, (text) => {
      const found: unknown[] = []
      visitMatches(text, pattern, (match) => found.push([match.index, ...match]))
      expect(found).toEqual(
        [...text.matchAll(new RegExp(pattern.exact, pattern.exact.flags))].map((match) => [
          match.index,
          ...match,
        ]),
      )
    }),
    { numRuns: 3000 },
  )
})
