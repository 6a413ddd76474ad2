/** The name that somebody most likely meant, as the end of a sentence; empty where none is near. */
export function nameNearest(name: string, known: readonly string[]): string {
  const ranked = known
    .map((one) => ({ one, distance: measureEditDistance(name.toLowerCase(), one.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance)
  const [best] = ranked
  if (best === undefined) return ''
  const isNear = best.distance <= Math.max(1, Math.floor(best.one.length / 3))
  return isNear ? `. Did you mean ${best.one}?` : ''
}

/** Names are short; a longer one is like nothing that is known. */
const longestName = 100

/** Letters to insert, remove or replace (Levenshtein). */
function measureEditDistance(a: string, b: string): number {
  if (a.length > longestName) return a.length
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, letter] of a.split('').entries()) {
    const next = [i + 1]
    for (const [j, other] of b.split('').entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
