import { InvalidArgumentError } from 'commander'

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/**
 * A moment, in milliseconds since 1970: a date or a date with a time (UTC where it names no zone), or how long before
 * `nowTs` it was (`90m`, `24h`, `7d`, `2w`). Throws what commander reports.
 */
export function parseSince(text: string, nowTs: number): number {
  const [, amount, unit] = /^(\d{1,6})([mhdw])$/.exec(text) ?? []
  if (amount !== undefined && unit !== undefined)
    // The expression above allows the keys alone.
    return nowTs - Number(amount) * unitMs[unit as keyof typeof unitMs]
  const [, date, time = 'T00:00', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)([T ]\d\d:\d\d(?::\d\d)?)?(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? []
  const day = Date.parse(`${date ?? ''}T00:00Z`)
  const ts = Date.parse(`${date ?? ''}${time.replace(' ', 'T')}${zone}`)
  // A day that the month does not have would be taken for one of the next.
  const isReal = !Number.isNaN(day) && new Date(day).toISOString().startsWith(date ?? '')
  if (isReal && !Number.isNaN(ts)) return ts
  throw new InvalidArgumentError('It must be a date such as 2026-11-01, or a while such as 7d, 24h or 90m.')
}
