type StrandLine = {
  readonly id: string
  readonly points: readonly { readonly x: number; readonly y: number }[]
}

/** From one of the lines that share a value to the next, and over all of them, in pixels. */
const gap = 3.5
const most = 12

/**
 * How far a line is drawn from its value where others have the same, in pixels: like strands beside each other, around
 * the value, as only the last one would be seen otherwise.
 */
export function strandShifts(lines: readonly StrandLine[]): (lineId: string, x: number) => number {
  const together = new Map<string, string[]>()
  for (const { id, points } of lines)
    for (const { x, y } of points) together.set(`${x} ${y}`, [...(together.get(`${x} ${y}`) ?? []), id])
  const shifts = new Map<string, number>()
  for (const [place, ids] of together) {
    const step = Math.min(gap, most / Math.max(1, ids.length - 1))
    const [x = ''] = place.split(' ')
    for (const [at, id] of ids.entries()) shifts.set(`${id} ${x}`, (at - (ids.length - 1) / 2) * step)
  }
  return (lineId, x) => shifts.get(`${lineId} ${x}`) ?? 0
}
