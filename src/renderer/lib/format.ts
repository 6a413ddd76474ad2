import { formatInteger, formatPercent, thinSpace } from '../../shared/kernel/format-figures.ts'

/** Tokens with their unit: `124 669 tok`. Null, for "not counted yet", is a dash. */
export function formatTokens(tokens: number | null): string {
  return tokens === null ? '–' : `${formatInteger(tokens)} tok`
}

/** A percentage that someone set: without decimals where it has none. */
export function formatShare(percent: number): string {
  return `${Number(percent.toFixed(1))}${thinSpace}%`
}

/** The share of the source that a result saves: `26.3 %`. It is negative where the result grew. */
export function formatReduction(before: number, after: number): string {
  return formatPercent(before === 0 ? 0 : ((before - after) / before) * 100)
}

/** Local date and time to the minute, year first: `2026-11-21 00:48`, or a dash for unknown. */
export function formatTime(ts: number | null): string {
  if (ts === null || !Number.isFinite(ts)) return '–'
  const date = new Date(ts)
  if (Number.isNaN(date.getTime())) return '–'
  const padTwoDigits = (value: number): string => value.toString().padStart(2, '0')
  const day = `${date.getFullYear()}-${padTwoDigits(date.getMonth() + 1)}-${padTwoDigits(date.getDate())}`
  return `${day} ${padTwoDigits(date.getHours())}:${padTwoDigits(date.getMinutes())}`
}

/** `1 message`, `2 messages`: a count with its noun. */
export function formatCountWithNoun(count: number, one: string, many: string = `${one}s`): string {
  return `${formatInteger(count)} ${count === 1 ? one : many}`
}

/** A size on disk in the unit that keeps it short: `812 B`, `4.2 kB`, `12 MB`, or a dash for unknown. */
export function formatBytes(bytes: number | null): string {
  if (bytes === null) return '–'
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  const size = bytes / 1000 ** power
  return `${power > 0 && size < 9.95 ? size.toFixed(1) : formatInteger(size)}${thinSpace}${units[power] ?? ''}`
}
