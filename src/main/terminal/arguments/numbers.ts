import { InvalidArgumentError } from 'commander'

/** A port of this machine; 0 lets the system choose. Throws what commander reports. */
export function parsePort(text: string): number {
  return parseWholeNumber(text, 0, 65_535, 'a port from 0 to 65535')
}

/** A number of tokens above 0. Throws what commander reports. */
export function parseTokens(text: string): number {
  return parseWholeNumber(text, 1, Number.MAX_SAFE_INTEGER, 'a number of tokens above 0')
}

/** A place in a list that counts from 1. Throws what commander reports. */
export function parsePlace(text: string): number {
  return parseWholeNumber(text, 1, Number.MAX_SAFE_INTEGER, 'a number from 1')
}

/** The window of a model, in tokens, 1,000 or more as in profiles and policies. Throws what commander reports. */
export function parseWindowTokens(text: string): number {
  return parseWholeNumber(text, 1000, Number.MAX_SAFE_INTEGER, 'a number of tokens, 1000 or more')
}

/** A number of tokens, 0 or more. Throws what commander reports. */
export function count(text: string): number {
  return parseWholeNumber(text, 0, Number.MAX_SAFE_INTEGER, 'a number of tokens, 0 or more')
}

/** Any number. Throws what commander reports. */
export function number(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.')
  return value
}

/** A threshold: 5 to 100 percent. Throws what commander reports. */
export function parseThresholdPercent(text: string): number {
  const value = number(text)
  if (value < 5 || value > 100) throw new InvalidArgumentError('It must be a percentage from 5 to 100.')
  return value
}

/** A saving: 0 to 100 percent. Throws what commander reports. */
export function parseGainPercent(text: string): number {
  const value = number(text)
  if (value < 0 || value > 100) throw new InvalidArgumentError('It must be a percentage from 0 to 100.')
  return value
}

/** US dollars per million tokens. Throws what commander reports. */
export function price(text: string): number {
  const value = number(text)
  if (value < 0) throw new InvalidArgumentError('It must be a price of 0 or more.')
  return value
}

/** A version, counted from 1. Throws what commander reports. */
export function parseVersion(text: string): number {
  return parseWholeNumber(text, 1, Infinity, 'a version: 1, 2 and so on')
}

/** A share of the cells: `3/8`. Throws what commander reports. */
export function parseShard(text: string): { readonly index: number; readonly of: number } {
  const [, index, of] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []
  const read = { index: Number(index), of: Number(of) }
  if (read.index >= 1 && read.index <= read.of && read.of <= 1000) return read
  throw new InvalidArgumentError('It must be a share such as 3/8: the third of eight, of 1000 at most.')
}

/** Cells at the same time: 1 to 64. Throws what commander reports. */
export function parseCellConcurrency(text: string): number {
  return parseWholeNumber(text, 1, 64, 'a whole number from 1 to 64')
}

/** Minutes above 0. Throws what commander reports. */
export function parseMinutes(text: string): number {
  const value = number(text)
  if (value <= 0 || value > 100_000) throw new InvalidArgumentError('It must be minutes above 0.')
  return value
}

/** Seconds, as milliseconds. Throws what commander reports. */
export function parseSeconds(text: string): number {
  const value = number(text)
  if (value < 1 || value > 3600) throw new InvalidArgumentError('It must be 1 to 3600 seconds.')
  return Math.round(value * 1000)
}

/** A threshold in percent, or `inherit`. Throws what commander reports. */
export function parseThresholdOrInherit(text: string): number | 'inherit' {
  return text === 'inherit' ? text : parseThresholdPercent(text)
}

/** How often a history is condensed: 2 to 20 times. Throws what commander reports. */
export function parseCycles(text: string): number {
  return parseWholeNumber(text, 2, 20, 'a whole number from 2 to 20')
}

/** How many messages a search shows: 1 to 500. Throws what commander reports. */
export function parseHitLimit(text: string): number {
  return parseWholeNumber(text, 1, 500, 'a whole number from 1 to 500')
}

/** A whole number between two bounds; `what` it must be. Throws what commander reports. */
export function parseWholeNumber(text: string, least: number, most: number, what: string): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= least && value <= most) return value
  throw new InvalidArgumentError(`It must be ${what}.`)
}

/** A size in tokens: `50000`, `50k`, `1M`. Throws what commander reports. */
export function parseTokenSize(text: string): number {
  const [, digits, unit = ''] = /^(\d+(?:\.\d+)?)\s*([kKmM]?)$/.exec(text.trim()) ?? []
  const factor = { '': 1, k: 1000, m: 1_000_000 }[unit.toLowerCase()] ?? 1
  const tokens = Math.round(Number(digits) * factor)
  if (digits === undefined || tokens < 1000 || tokens > 100_000_000)
    throw new InvalidArgumentError('It must be a number of tokens, 1000 or more, such as 120000, 120k or 1M.')
  return tokens
}
