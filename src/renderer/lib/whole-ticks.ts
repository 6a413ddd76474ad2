/** Whole numbers within a range, with steps of 1, 2 or 5 times a power of ten, at most about `most` of them. */
export function wholeTicks(from: number, to: number, most: number): number[] {
  const rough = Math.max(1, (to - from) / most)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10)
  const first = Math.ceil(from / step)
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, at) => (first + at) * step)
}
