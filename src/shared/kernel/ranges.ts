/** Whole numbers in their order, those that follow each other as a range: `1–4, 7, 9–12`. */
export function formatRanges(numbers: readonly number[]): string {
  const ranges: { readonly from: number; to: number }[] = []
  for (const number of [...new Set(numbers)].toSorted((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last !== undefined && number === last.to + 1) last.to = number
    else ranges.push({ from: number, to: number })
  }
  const formatRange = ({ from, to }: { readonly from: number; readonly to: number }): string =>
    from === to ? `${from}` : to === from + 1 ? `${from}, ${to}` : `${from}–${to}`
  return ranges.map(formatRange).join(', ')
}
