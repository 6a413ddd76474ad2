/** A segment of text, with `hit` where the query was found. */
export type MarkedSegment = { readonly text: string; readonly hit: boolean }

/** Hits that are marked. Text beyond them stays unmarked. */
const mostHits = 500

/** Splits a text at every occurrence of the query, whatever the case. The query is no pattern. */
export function markQuery(text: string, query: string): readonly MarkedSegment[] {
  const needle = query.toLowerCase()
  const haystack = text.toLowerCase()
  // Some letters are longer in lower case. Places do not fit then, and nothing is marked.
  if (needle === '' || haystack.length !== text.length) return [{ text, hit: false }]
  const segments: MarkedSegment[] = []
  let from = 0
  for (let hits = 0; hits < mostHits; hits++) {
    const at = haystack.indexOf(needle, from)
    if (at === -1) break
    if (at > from) segments.push({ text: text.slice(from, at), hit: false })
    segments.push({ text: text.slice(at, at + needle.length), hit: true })
    from = at + needle.length
  }
  return from < text.length || segments.length === 0
    ? [...segments, { text: text.slice(from), hit: false }]
    : segments
}
