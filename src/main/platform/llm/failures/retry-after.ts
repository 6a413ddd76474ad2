/**
 * How long a server asks to wait, in milliseconds: `retry-after-ms`, or `retry-after` in seconds or as a date.
 * Undefined where it asks for nothing that can be understood. A date counts from the server's own clock, where the
 * answer tells it, since ours may be wrong.
 */
export function retryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const milliseconds = parseNumber(headers.get('retry-after-ms'))
  if (milliseconds !== undefined) return milliseconds
  const text = headers.get('retry-after')
  const seconds = parseNumber(text)
  if (seconds !== undefined) return seconds * 1000
  const dateMs = parseDate(text)
  return dateMs === undefined ? undefined : Math.max(0, dateMs - (parseDate(headers.get('date')) ?? nowMs))
}

function parseNumber(text: string | null): number | undefined {
  return text !== null && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : undefined
}

function parseDate(text: string | null): number | undefined {
  // A date of HTTP names its day and month; the parser would take a bare number for a year.
  const dateMs = /[a-z]/i.test(text ?? '') ? Date.parse(text ?? '') : Number.NaN
  return Number.isNaN(dateMs) ? undefined : dateMs
}
