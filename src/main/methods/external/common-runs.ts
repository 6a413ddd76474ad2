/** Words and signs of a text, as runs are counted in. */
function splitWords(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? []
}

/** Shortest run that is looked for; shorter ones stand in any two texts. */
const leastRun = 6

/** Places of one run that are kept: common phrases stand everywhere and tell nothing. */
const mostPlaces = 16

type Place = { readonly text: number; readonly at: number }

/** Finds which of some texts a new text has the longest common run of words with. */
export type RunFinder = {
  /** Null where no run of at least six words is in any of the texts that may be taken. */
  readonly nearest: (
    text: string,
    isAllowed: (index: number) => boolean,
  ) => { readonly index: number; readonly words: number } | null
}

/** Indexes texts by all runs of six words. */
export function createRunFinder(texts: readonly string[]): RunFinder {
  const words = texts.map(splitWords)
  const places = new Map<string, Place[]>()
  words.forEach((own, text) => {
    for (let at = 0; at + leastRun <= own.length; at += 1) {
      const key = own.slice(at, at + leastRun).join(' ')
      const known = places.get(key)
      if (known === undefined) places.set(key, [{ text, at }])
      else if (known.length < mostPlaces) known.push({ text, at })
    }
  })
  return {
    nearest: (text, isAllowed) => {
      const own = splitWords(text)
      let best: { index: number; words: number } | null = null
      for (let at = 0; at + leastRun <= own.length; at += 1) {
        // A run that begins later must be longer than the best: what is left has to suffice.
        if (best !== null && own.length - at <= best.words) break
        for (const place of places.get(own.slice(at, at + leastRun).join(' ')) ?? []) {
          if (!isAllowed(place.text)) continue
          // The middle of a run that was followed from its beginning.
          if (at > 0 && own[at - 1] === words[place.text]?.[place.at - 1]) continue
          const length = runLength(own, at, words[place.text] ?? [], place.at)
          if (best === null || length > best.words) best = { index: place.text, words: length }
        }
      }
      return best
    },
  }
}

function runLength(a: readonly string[], fromA: number, b: readonly string[], fromB: number): number {
  let length = 0
  while (fromA + length < a.length && a[fromA + length] === b[fromB + length]) length += 1
  return length
}
