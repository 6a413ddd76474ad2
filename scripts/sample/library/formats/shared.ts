import type { PlayedStory } from '../play-story.ts'

/** Files of a sample by their path below the folder of samples. */
export type SampleFiles = ReadonlyMap<string, string>

/** Writes a played story as its agent would have. */
export type Writer = (played: PlayedStory) => SampleFiles

export const iso = (ms: number): string => new Date(ms).toISOString()

export const jsonLines = (lines: readonly unknown[]): string =>
  `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`

/** The folder name that agents make of a path. */
export const munged = (path: string): string => path.replaceAll(/[^A-Za-z0-9]/g, '-')

/** Lines with their numbers, right-aligned to `width`. */
export function numbered(text: string, width: number, between: string, first = 1): string {
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line, at) => `${String(at + first).padStart(width)}${between}${line}`)
    .join('\n')
}
