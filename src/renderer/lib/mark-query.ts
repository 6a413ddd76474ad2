/** A segment of text; `hit` where the query was found. */
export type MarkedSegment = { readonly text: string; readonly hit: boolean }

/** Hits that are marked; beyond, the text goes on unmarked. */
const mostHits = 500

/** Splits a text at every occurrence of the query, whatever the case. The query is no pattern. */
export function markQuery(text: string, query: string): readonly MarkedSegment[] {
  const needle = query.toLowerCase()
  const haystack = text.toLowerCase()
  // Lower case of a few letters is longer than the letter; then places do not fit and nothing is marked.
  if (needle === '' || haystack.length !== text.length) return [{ text, hit: false }]
  const stretches: MarkedSegment[] = []
  let from = 0
  for (let hits = 0; hits < mostHits; hits++) {
    const at = haystack.indexOf(needle, from)
    if (at === -1) break
    if (at > from) stretches.push({ text: text.slice(from, at), hit: false })
    stretches.push({ text: text.slice(at, at + needle.length), hit: true })
    from = at + needle.length
  }
  return from < text.length || stretches.length === 0
    ? [...stretches, { text: text.slice(from), hit: false }]
    : stretches
}
