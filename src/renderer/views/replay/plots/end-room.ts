import type { PlotArea } from './plot-frame.tsx'

/** Beside the axes, for the marks of the lines alone, in pixels. */
const marksRoom = 34
/** The narrowest plot that has room for names as well. */
const leastWidth = 440
const longestName = 16
/** What one character takes, in pixels, a little too wide rather than too narrow. */
const characterWidth = 6.4

/** What the ends of lines take beside the axes of a plot: their marks, and their names where it is wide enough. */
export function endRoom(names: readonly string[], width: number): number {
  if (names.length === 0 || width < leastWidth) return marksRoom
  return marksRoom + characterWidth * Math.max(...names.map((name) => endWords(name).length))
}

/** Whether a plot has kept room for names. */
export function fitsNames({ left, right, width }: Pick<PlotArea, 'left' | 'right' | 'width'>): boolean {
  return width >= leastWidth && right > left
}

/** A name in the room that there is: its beginning and its end, as names of one kind begin alike. */
export function endWords(name: string): string {
  const characters = Array.from(name)
  if (characters.length <= longestName) return name
  return `${characters.slice(0, 7).join('')}…${characters.slice(-8).join('')}`
}
