/** One thing to choose from. */
export type Choice = { readonly value: string; readonly label: string }

/** The choices of a list, then what a text names beyond them: lists of options take nothing twice and nothing empty. */
export function listDistinctChoices(known: readonly Choice[], named: readonly string[]): Choice[] {
  const labels = new Map(known.toReversed().map(({ value, label }) => [value, label]))
  const order = [...known.map(({ value }) => value), ...named]
  return [...new Set(order)]
    .filter((value) => value !== '')
    .map((value) => ({ value, label: labels.get(value) ?? value }))
}
