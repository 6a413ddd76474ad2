import { formatCount } from '../../../shared/kernel/format-count-with-noun.ts'
import { formatUsd as onScreen, withMinus } from '../../../shared/kernel/format-figures.ts'

/** With its sign before it, as a term of a sum: `+ 61,653`, `− 788`. */
export function formatTerm(value: number): string {
  return `${value < 0 ? '−' : '+'} ${formatCount(Math.abs(value))}`
}

/** One decimal and a sign of its own: `−21.8 %`. */
export function formatPercent(value: number): string {
  return withMinus(value, `${Math.abs(value).toFixed(1)} %`)
}

/** A change in percent, with its sign; what rounds to nothing has none. */
export function formatSignedPercent(percent: number): string {
  return `${percent > 0 ? '+' : ''}${formatPercent(percent)}`.replace(/^\+0\.0 %$/, '0.0 %')
}

/** US dollars with as many decimals as on the screen; `unknown` for null. */
export function formatUsd(costUsd: number | null): string {
  return costUsd === null ? 'unknown' : onScreen(costUsd)
}

/** Milliseconds as `12 ms`, `3.4 s` or `2 min 5 s`; `unknown` where an end lies before its beginning. */
export function formatDuration(ms: number): string {
  if (!(ms >= 0)) return 'unknown'
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** UTC, to the minute; `unknown` for what is no time. */
export function formatTime(ts: number): string {
  return Number.isNaN(new Date(ts).getTime())
    ? 'unknown'
    : new Date(ts).toISOString().slice(0, 16).replace('T', ' ')
}

/** One line of text from outside: what controls or turns a terminal becomes a space, and what is too long is cut. */
export function formatOneLine(text: string, maxChars = 80): string {
  const flat = text.replaceAll(/[\p{Cc}\p{Bidi_Control}\s]+/gu, ' ').trim()
  return flat.length > maxChars ? `${flat.slice(0, maxChars - 1)}…` : flat
}
