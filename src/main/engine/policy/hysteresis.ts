/** Levels in percent of the window; `stop` lies below `trigger`. */
export type HysteresisLevels = {
  readonly triggerPercent: number
  readonly stopPercent: number
  readonly minimumGainPercent: number
}

/**
 * Whether a condensation may start, given where the last automatic one ended (null where there was none). One that
 * ended above the stop level would end there again: it is tried anew only when the context has grown by the minimum
 * gain since, so that there is something to gain.
 */
export function mayStart(
  levels: HysteresisLevels,
  percent: number,
  lastEndedAtPercent: number | null,
): boolean {
  if (percent < levels.triggerPercent) return false
  if (lastEndedAtPercent === null || lastEndedAtPercent <= levels.stopPercent) return true
  return percent >= lastEndedAtPercent + levels.minimumGainPercent
}
