/**
 * How long a server asks to wait, in milliseconds: `retry-after-ms`, or `retry-after` in seconds or as a date.
 * Undefined where it asks for nothing that can be understood. A date counts from the server's own clock, where the
 * answer tells it, since ours may be wrong.
 */
export function retryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const milliseconds = numberIn(headers.get('retry-after-ms'))
  if (milliseconds !== undefined) return milliseconds
  const text = headers.get('retry-after')
  const seconds = numberIn(text)
  if (seconds !== undefined) return seconds * 1000
  const dateMs = dateIn(text)
  return dateMs === undefined ? undefined : Math.max(0, dateMs - (dateIn(headers.get('date')) ?? nowMs))
}

function numberIn(text: string | null): number | undefined {
  return text !== null && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : undefined
}

function dateIn(text: string | null): number | undefined {
  // A date of HTTP names its day and month; the parser would take a bare number for a year.
  const dateMs = /[a-z]/i.test(text ?? '') ? Date.parse(text ?? '') : Number.NaN
  return Number.isNaN(dateMs) ? undefined : dateMs
}
