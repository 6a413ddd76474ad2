/** `1 file read`, `2,000 file reads`; a noun whose plural takes more than an `s` brings it along. */
export function countOf(value: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(value)} ${value === 1 ? noun : plural}`
}

/** A whole number as a sentence or the command line has it: `61653` as `61,653`. A figure on the screen is `formatInteger`'s. */
export function formatCount(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}

/** Indices in words: `0 to 12, 15, 20 to 21`. */
export function indexRanges(indices: readonly number[]): string {
  const ranges: { from: number; to: number }[] = []
  for (const index of indices.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last !== undefined && index <= last.to + 1) last.to = index
    else ranges.push({ from: index, to: index })
  }
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`)).join(', ')
}
