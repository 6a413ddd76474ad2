/** A segment of a strip, in rows of pixels from `start` to before `end`, and the item that it stands for. */
export type Band = { readonly item: number; readonly start: number; readonly end: number }

/**
 * Lays items out over a strip of so many rows of pixels, in order and with equal shares. Where items outnumber
 * rows, the largest of those that share a row is shown, so that nothing large is ever left out.
 */
export function stripBands(sizes: readonly number[], rows: number): readonly Band[] {
  const bands: Band[] = []
  if (sizes.length === 0) return bands
  for (let row = 0; row < rows; row++) {
    const first = Math.floor((row * sizes.length) / rows)
    const item = findLargestSize(sizes, first, Math.floor(((row + 1) * sizes.length) / rows))
    const last = bands.at(-1)
    if (last !== undefined && last.item === item) bands[bands.length - 1] = { ...last, end: row + 1 }
    else bands.push({ item, start: row, end: row + 1 })
  }
  return bands
}

function findLargestSize(sizes: readonly number[], first: number, end: number): number {
  let found = first
  for (let item = first + 1; item < end; item++) {
    if ((sizes[item] ?? 0) > (sizes[found] ?? 0)) found = item
  }
  return found
}
