import { formatInteger } from './format-figures.ts'

/** `1 file read`, `2,000 file reads`; a noun whose plural takes more than an `s` brings it along. */
export function formatCountWithNoun(value: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(value)} ${value === 1 ? noun : plural}`
}

/** A whole number in a sentence: `61,653`. */
export const formatCount = formatInteger

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
