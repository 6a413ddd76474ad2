import { type CueLanguage, cueLanguages } from '../../../shared/kernel/evidence.ts'
import { findLargest } from '../../../shared/kernel/find-extreme.ts'
import type { Part } from '../../../shared/kernel/part.ts'
import { createRememberedReading } from '../facts/create-remembered-reading.ts'
import { listCueLanguages } from './state-cues.ts'
import { tokenKinds, tokensOfPart } from './tokenise-text.ts'

/** How often a language alone has the words of a text, and words that several have. */
type Found = {
  readonly own: ReadonlyMap<CueLanguage, number>
  readonly shared: readonly (readonly CueLanguage[])[]
}

const cuesOf = createRememberedReading((part): Found => {
  const own = new Map<CueLanguage, number>()
  const shared: (readonly CueLanguage[])[] = []
  const { texts, kinds } = tokensOfPart(part)
  texts.forEach((word, at) => {
    if (kinds[at] !== tokenKinds.word) return
    const languages = listCueLanguages(word)
    const [only] = languages
    if (only === undefined) return
    if (languages.length > 1) shared.push(languages)
    else own.set(only, (own.get(only) ?? 0) + 1)
  })
  return { own, shared }
})

/** So often a language has to be met: one word alone may be a name. */
const fewest = 2

/**
 * Languages whose words for states these parts hold, in the order of the list. A word of several languages counts for one
 * that has others here, and else for the first.
 */
export function findCueLanguages(parts: readonly Part[]): readonly CueLanguage[] {
  const counts = new Map<CueLanguage, number>()
  const add = (language: CueLanguage, times: number): void => {
    counts.set(language, (counts.get(language) ?? 0) + times)
  }
  const found = parts.map(cuesOf)
  for (const { own } of found) for (const [language, times] of own) add(language, times)
  const alone = new Set(counts.keys())
  for (const languages of found.flatMap(({ shared }) => shared)) {
    const meant = languages.find((language) => alone.has(language)) ?? languages[0]
    if (meant !== undefined) add(meant, 1)
  }
  const needed = Math.min(fewest, findLargest(counts.values(), 0))
  return cueLanguages.filter((language) => needed > 0 && (counts.get(language) ?? 0) >= needed)
}
