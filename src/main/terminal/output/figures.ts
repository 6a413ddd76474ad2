import { formatUtcMinute } from '../../../shared/kernel/format-figures.ts'

/** UTC, to the minute; `unknown` for what is no time. */
export function formatTime(ts: number): string {
  return formatUtcMinute(ts) ?? 'unknown'
}

/** One line of text from outside: what controls or turns a terminal becomes a space, and what is too long is cut. */
export function formatOneLine(text: string, maxChars = 80): string {
  const flat = text.replaceAll(/[\p{Cc}\p{Bidi_Control}\s]+/gu, ' ').trim()
  return flat.length > maxChars ? `${flat.slice(0, maxChars - 1)}…` : flat
}
