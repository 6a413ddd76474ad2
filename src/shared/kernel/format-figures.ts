const integerFormat = new Intl.NumberFormat('en-US')

/** Narrow and unbreakable, so that a figure never wraps. */
export const thinSpace = '\u202f'

/** The text of a size, with a minus where the value is below zero; what rounds to nothing has none. */
export function withMinus(value: number, size: string): string {
  return value < 0 && /[1-9]/.test(size) ? `−${size}` : size
}

/** A whole number as every screen, report and command has it: `124,669`. */
export function formatInteger(value: number): string {
  return withMinus(value, integerFormat.format(Math.abs(Math.round(value))))
}

/** A percentage with one decimal: `53.5 %`. */
export function formatPercent(percent: number): string {
  return withMinus(percent, `${Math.abs(percent).toFixed(1)}${thinSpace}%`)
}

/** A difference in percent with its sign: `−53.5 %`. Zero has no sign. */
export function formatSignedPercent(percent: number): string {
  const text = formatPercent(percent)
  return percent > 0 && /[1-9]/.test(text) ? `+${text}` : text
}

/** A change of tokens as a signed percentage of what was there before. */
export function formatChange(before: number, after: number): string {
  return formatSignedPercent(before === 0 ? 0 : ((after - before) / before) * 100)
}

/** With its sign before it, as a term of a sum: `+ 61,653`, `− 788`. */
export function formatTerm(value: number): string {
  return `${value < 0 ? '−' : '+'} ${formatInteger(Math.abs(value))}`
}

/**
 * US dollars, by one rule everywhere: two decimals from one dollar on, four below, `<$0.0001` where four would say
 * nothing; `$0` where nothing was paid; a dash for unknown.
 */
export function formatUsd(costUsd: number | null): string {
  if (costUsd === null) return '–'
  return formatUsdWithDecimals(costUsd, pickDecimals(costUsd))
}

/** An amount of US dollars that somebody set or charges: as it is, with cents where it has decimals. */
export function formatLimitUsd(limitUsd: number): string {
  const amount = Number(limitUsd.toPrecision(12))
  if (Number.isInteger(amount)) return `$${amount}`
  const format = { minimumFractionDigits: 2, maximumFractionDigits: 12, useGrouping: false }
  return `$${amount.toLocaleString('en-US', format)}`
}

/** US dollars in a sentence: with cents, and as `formatUsd` has them where there would be none. */
export function formatCents(costUsd: number): string {
  return costUsd < 0.01 ? formatUsd(costUsd) : `$${costUsd.toFixed(2)}`
}

/** Writes the amounts of a column with the same decimals: two where one of them is a dollar or more, else four. */
export function createUsdFormatter(amounts: readonly (number | null)[]): (costUsd: number | null) => string {
  const decimals = amounts.some((amount) => amount !== null && pickDecimals(amount) === 2) ? 2 : 4
  return (costUsd) => (costUsd === null ? '–' : formatUsdWithDecimals(costUsd, decimals))
}

/** What rounds to a dollar is written as one. */
function pickDecimals(costUsd: number): 2 | 4 {
  return Number(Math.abs(costUsd).toFixed(4)) >= 1 ? 2 : 4
}

function formatUsdWithDecimals(costUsd: number, decimals: 2 | 4): string {
  if (costUsd === 0) return '$0'
  const size = Math.abs(costUsd)
  const sign = costUsd < 0 ? '−' : ''
  if (Number(size.toFixed(decimals)) === 0) return `${sign}<$${(10 ** -decimals).toFixed(decimals)}`
  const [whole = '', rest] = size.toFixed(decimals).split('.')
  return `${sign}$${formatInteger(Number(whole))}.${rest}`
}

/** Date and time to the minute in UTC: `2026-11-21 00:48`; null for what is no time. */
export function formatUtcMinute(ts: number): string | null {
  const date = new Date(ts)
  return Number.isNaN(date.getTime()) ? null : date.toISOString().slice(0, 16).replace('T', ' ')
}

/**
 * Milliseconds as a person reads them: `4.2 ms`, `412 ms`, `2.1 s`, `3 min 4 s`. A dash where an end lies before its
 * beginning, as in a record with a false clock: that duration is not known.
 */
export function formatDuration(durationMs: number): string {
  if (!(durationMs >= 0)) return '–'
  if (durationMs < 10 && !Number.isInteger(durationMs)) return `${durationMs.toFixed(1)}${thinSpace}ms`
  if (durationMs < 1000) return `${Math.round(durationMs)}${thinSpace}ms`
  if (durationMs < 60_000) return `${(durationMs / 1000).toFixed(1)}${thinSpace}s`
  const minutes = Math.floor(durationMs / 60_000)
  const seconds = Math.floor((durationMs % 60_000) / 1000)
  return `${formatInteger(minutes)}${thinSpace}min ${seconds}${thinSpace}s`
}

/** A guessed duration, no finer than a guess is: `8 s`, `14 min`. The experiment's estimate and its rest show this. */
export function formatRoughDuration(durationMs: number | null): string {
  if (durationMs === null || !(durationMs >= 0)) return '–'
  if (durationMs < 90_000) return `${Math.ceil(durationMs / 1000)}${thinSpace}s`
  return `${formatInteger(Math.round(durationMs / 60_000))}${thinSpace}min`
}
