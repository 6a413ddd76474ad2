import { distinctNames } from '../../../lib/distinct-names.ts'
import type { PlotArea } from './plot-frame.tsx'

/** Beside the axes, for the marks of the lines alone, in pixels. */
const marksRoom = 34
/** The narrowest plot that has room for names as well, and the share of it that they may take. */
const leastWidth = 440
const mostShare = 0.4
/** What one character takes, in pixels, a little too wide rather than too narrow. */
const characterWidth = 6.4
const mostCharacters = 16

/** What lines are called at their ends: in little room, and told apart from each other. */
export function endNames(names: readonly string[]): ReadonlyMap<string, string> {
  return distinctNames(names, mostCharacters)
}

/** What the ends of lines take beside the axes of a plot: their marks, and their names where it is wide enough. */
export function endRoom(names: Iterable<string>, width: number): number {
  const longest = Math.max(0, ...[...names].map((name) => name.length))
  const room = marksRoom + characterWidth * longest
  return width < leastWidth || room > mostShare * width ? marksRoom : room
}

/** Whether a plot has kept room for names. */
export function fitsNames({ right, width }: Pick<PlotArea, 'right' | 'width'>): boolean {
  return width - right > marksRoom
}
