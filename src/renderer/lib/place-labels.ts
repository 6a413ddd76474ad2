/** A mark in pixels with the text above it. */
export type LabelledMark = {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly text: string
}

/** Where the text of a mark is centred; its baseline is `y`. */
export type PlacedLabel = {
  readonly x: number
  readonly y: number
  readonly text: string
  readonly mark: LabelledMark
}

/** Of the 11 px that the charts are lettered in. */
const charWidth = 6.2
/** From one text to the one above it, in pixels. */
export const lineHeight = 13
const aboveMark = 10

/** Sets each text above its mark, inside the width, and above texts that stand there already. Deterministic. */
export function placeLabels(
  marks: readonly LabelledMark[],
  { left, right }: { readonly left: number; readonly right: number },
): readonly PlacedLabel[] {
  const placed: (PlacedLabel & { readonly half: number })[] = []
  for (const mark of marks) {
    const { x, y, text } = mark
    const half = (text.length * charWidth) / 2
    const centre = Math.min(right - half, Math.max(left + half, x))
    const isFree = (baseline: number): boolean =>
      placed.every(
        (other) =>
          Math.abs(other.x - centre) >= other.half + half || Math.abs(other.y - baseline) >= lineHeight,
      )
    let baseline = y - aboveMark
    while (!isFree(baseline)) baseline -= lineHeight
    placed.push({ x: centre, y: baseline, text, mark, half })
  }
  return placed.map(({ x, y, text, mark }) => ({ x, y, text, mark }))
}
