/** The first texts under a label, and how many more there are; `--json` has all. `moreLabel` stands before the latter. */
export function buildFirstPairs(
  label: string,
  texts: readonly string[],
  most: number,
  moreLabel = label,
): [string, string][] {
  const shown = texts.slice(0, most).map((text): [string, string] => [label, text])
  const more = texts.length - shown.length
  return more === 0 ? shown : [...shown, [moreLabel, `and ${more} more, which --json lists`]]
}
