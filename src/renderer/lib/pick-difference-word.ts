import type { MetricDirection } from '../../shared/activity/quality-types.ts'

/** What a difference means, or null where nothing differs. */
export function pickDifferenceWord(
  difference: number,
  direction: MetricDirection,
): 'better' | 'worse' | null {
  if (difference === 0) return null
  return difference > 0 === (direction === 'higher') ? 'better' : 'worse'
}
