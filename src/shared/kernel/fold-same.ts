/** Items that say the same, once each with how often: in the order in which they come first. */
export function foldSame<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
): readonly { readonly first: T; readonly items: readonly T[] }[] {
  return [...Map.groupBy(items, keyOf).values()].flatMap((same) => {
    const [first] = same
    return first === undefined ? [] : [{ first, items: same }]
  })
}

/** `94 × ` before what is said more than once; nothing before the rest. */
export function formatTimes(times: number): string {
  return times > 1 ? `${times} × ` : ''
}
