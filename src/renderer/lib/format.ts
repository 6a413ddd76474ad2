/** Narrow and unbreakable, so that a figure never wraps. */
const thinSpace = '\u202f'

/** A whole number with thin-space thousands: `124 669`. */
export function formatInteger(value: number): string {
  const digits = Math.abs(Math.round(value)).toString()
  const grouped = digits.replaceAll(/\B(?=(\d{3})+$)/g, thinSpace)
  return value < 0 && digits !== '0' ? `−${grouped}` : grouped
}

/** Tokens with their unit: `124 669 tok`. Null, for "not counted yet", is a dash. */
export function formatTokens(tokens: number | null): string {
  return tokens === null ? '–' : `${formatInteger(tokens)} tok`
}

/** US dollars: two decimals from one dollar on, four below; `$0` where nothing was paid; a dash for unknown. */
export function formatUsd(costUsd: number | null): string {
  if (costUsd === null) return '–'
  if (costUsd === 0) return '$0'
  return `$${costUsd.toFixed(Math.abs(costUsd) >= 1 ? 2 : 4)}`
}

/** An amount of US dollars that someone set: as short as it can be said, with cents where there are some. */
export function formatLimitUsd(limitUsd: number): string {
  return `$${Number.isInteger(limitUsd) || limitUsd < 0.01 ? limitUsd : limitUsd.toFixed(2)}`
}

/** A percentage with one decimal: `53.5 %`. */
export function formatPercent(percent: number): string {
  return `${percent < 0 ? '−' : ''}${Math.abs(percent).toFixed(1)}${thinSpace}%`
}

/** A percentage that someone set: without decimals where it has none. */
export function formatShare(percent: number): string {
  return `${Number(percent.toFixed(1))}${thinSpace}%`
}

/** Milliseconds as a person reads them: `412 ms`, `2.1 s`, `3 min 4 s`. */
export function formatDuration(durationMs: number): string {
  if (durationMs < 1000) return `${Math.round(durationMs)}${thinSpace}ms`
  if (durationMs < 60_000) return `${(durationMs / 1000).toFixed(1)}${thinSpace}s`
  const minutes = Math.floor(durationMs / 60_000)
  const seconds = Math.floor((durationMs % 60_000) / 1000)
  return `${formatInteger(minutes)}${thinSpace}min ${seconds}${thinSpace}s`
}

/** A change of tokens as a signed percentage of the source: `−53.5 %`; zero has no sign. */
export function formatChange(before: number, after: number): string {
  if (before === 0) return formatPercent(0)
  const percent = ((after - before) / before) * 100
  return percent > 0 ? `+${formatPercent(percent)}` : formatPercent(percent)
}

/** Local date and time to the minute, year first: `2026-11-21 00:48`; a dash for unknown. */
export function formatTime(ts: number | null): string {
  if (ts === null || !Number.isFinite(ts)) return '–'
  const date = new Date(ts)
  if (Number.isNaN(date.getTime())) return '–'
  const two = (value: number): string => value.toString().padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}

/** `1 message`, `2 messages`: a count with its noun. */
export function countOf(count: number, one: string, many: string = `${one}s`): string {
  return `${formatInteger(count)} ${count === 1 ? one : many}`
}
