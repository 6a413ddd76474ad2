/** What a text names among things with an id and a name: one, none, or several that it could mean. */
export type FoundNamed<T> =
  | { readonly kind: 'found'; readonly item: T }
  | { readonly kind: 'none' }
  | { readonly kind: 'several'; readonly items: readonly [T, T, ...T[]] }

/**
 * Finds by id, else by name, else by the beginning of either, else by the beginning of a word of the name. Capitals do
 * not matter but in an id that is written out. The first of these that anything fits decides.
 */
export function findNamed<T>(
  items: readonly T[],
  text: string,
  namesOf: (item: T) => { readonly id: string; readonly name: string },
): FoundNamed<T> {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return { kind: 'none' }
  const fits: readonly ((names: { readonly id: string; readonly name: string }) => boolean)[] = [
    ({ id }) => id === text,
    ({ name }) => name.toLowerCase() === wanted,
    ({ id, name }) => [id, name].some((one) => one.toLowerCase().startsWith(wanted)),
    ({ name }) =>
      name
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
        .some((word) => word.startsWith(wanted)),
  ]
  for (const fit of fits) {
    const [first, second, ...others] = items.filter((item) => fit(namesOf(item)))
    if (first === undefined) continue
    if (second === undefined) return { kind: 'found', item: first }
    return { kind: 'several', items: [first, second, ...others] }
  }
  return { kind: 'none' }
}
