/** A mark in pixels with the text beside it. */
export type LabelledMark = {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly text: string
}

/** Where the text of a mark is centred; its baseline is `y`. Long texts are cut. */
export type PlacedLabel = {
  readonly x: number
  readonly y: number
  readonly text: string
  readonly mark: LabelledMark
}

/** Where texts may stand, in pixels. */
export type LabelFrame = {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Where something else stands already, in pixels. */
export type Box = LabelFrame

/** Of the 11 px that the charts are lettered in; a little too wide rather than too narrow. */
export const charWidth = 6.2
/** From one text to the one above it, in pixels. */
const lineHeight = 13
const aboveMark = 10
const belowMark = 18
/** From the baseline of a text to its top and to its bottom. */
const ascent = 9
const descent = 2
/** From the middle of a mark to its sides. */
const markReach = 5
const mostCharacters = 28

/**
 * Sets each text as near to its mark as it finds room, above it rather than below, where it covers neither another
 * text nor a mark nor one of some other things. Deterministic.
 */
export function placeLabels(
  marks: readonly LabelledMark[],
  frame: LabelFrame,
  others: readonly Box[] = [],
): readonly PlacedLabel[] {
  const taken = [...others, ...marks.map(({ x, y }) => boxOf(x, markReach, y - markReach, y + markReach))]
  return marks.map((mark) => {
    const text = shorten(mark.text)
    const half = (text.length * charWidth) / 2
    const x = Math.min(frame.right - half, Math.max(frame.left + half, mark.x))
    const textBox = (baseline: number): Box => boxOf(x, half, baseline - ascent, baseline + descent)
    const places = baselines(mark.y, frame)
    const y = places.find((baseline) => !taken.some((box) => overlap(box, textBox(baseline))))
    const baseline = y ?? mark.y - aboveMark
    taken.push(textBox(baseline))
    return { x, y: baseline, text, mark }
  })
}

/** The line from a mark to a text that stands away from it; null for one that stands beside its mark. */
export function leaderOf({ mark, y }: PlacedLabel): { readonly from: number; readonly to: number } | null {
  if (mark.y - y > aboveMark) return { from: mark.y - 8, to: y + 3 }
  return y - mark.y > belowMark ? { from: mark.y + 8, to: y - ascent } : null
}

/** Lines above and below a mark inside the frame, the nearest first. */
function baselines(markY: number, { top, bottom }: LabelFrame): readonly number[] {
  const lines = Math.ceil((bottom - top) / lineHeight)
  return Array.from({ length: lines }, (_, line) => [
    markY - aboveMark - line * lineHeight,
    markY + belowMark + line * lineHeight,
  ])
    .flat()
    .filter((baseline) => baseline - ascent >= top && baseline + descent <= bottom)
}

function shorten(text: string): string {
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters - 1)}…` : text
}

function boxOf(x: number, half: number, top: number, bottom: number): Box {
  return { left: x - half, right: x + half, top, bottom }
}

/** Whether two boxes have some place in common. */
export function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
