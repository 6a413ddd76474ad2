/** Date and time to the minute in UTC, so that a report reads the same everywhere; a dash for unknown. */
export function formatUtcTime(ts: number | null): string {
  if (ts === null) return '–'
  const date = new Date(ts)
  return Number.isNaN(date.getTime()) ? '–' : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
