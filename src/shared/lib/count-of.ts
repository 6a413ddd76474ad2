import { formatCount } from './format-count.ts'

/** `1 file read`, `2,000 file reads`; a noun whose plural takes more than an `s` brings it along. */
export function countOf(value: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(value)} ${value === 1 ? noun : plural}`
}
