import { formatUtcMinute } from '../../../../shared/kernel/format-figures.ts'

/** Date and time to the minute in UTC, so that a report reads the same everywhere; a dash for unknown. */
export function formatUtcTime(ts: number | null): string {
  const minute = ts === null ? null : formatUtcMinute(ts)
  return minute === null ? '–' : `${minute} UTC`
}
