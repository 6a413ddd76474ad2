import type { FactClass } from './fact-class.ts'
import { findUsersValues } from './find-users-values.ts'
import { readPathMention } from './path-class.ts'
import { buildPhraseKey } from './phrase-finder.ts'
import { splitChunks } from './split-words.ts'
import { readSymbolMention } from './symbol-class.ts'

/** What the user gave exactly, and how he answered questions, where that is no path, address or name already. */
export const valueClass: FactClass = {
  id: 'value',
  label: 'User’s values',
  isFounder: () => true,
  phrases: (parts) =>
    findUsersValues(parts).flatMap(({ text }) => (isTelling(text) && !hasFormOfItsOwn(text) ? [text] : [])),
}

/** Shorter values and everyday words turn up by chance. */
function isTelling(text: string): boolean {
  const words = buildPhraseKey(text).split(' ')
  return words.length > 1 || /.{5}|\d{3}|\d.{0,3}[A-Za-z]|[A-Za-z].{0,3}\d/.test(text)
}

function hasFormOfItsOwn(text: string): boolean {
  return (
    /^https?:\/\//.test(text) ||
    splitChunks(text).some(
      ({ text: own, ...at }) =>
        own === text &&
        (readPathMention({ text: own, ...at }) !== undefined ||
          readSymbolMention({ text: own, ...at }, 'text') !== undefined),
    )
  )
}
