import type { SweepThreshold } from '../../../../shared/replay/sweep-types.ts'

/** A threshold in tokens, with the window that it is played with. */
export type SweepPoint = { readonly thresholdTokens: number; readonly windowTokens: number }

/** The distinct thresholds of windows, ascending, each with the smallest window that holds it. Those above every window are left out. */
export function sweepPoints(
  thresholds: readonly SweepThreshold[],
  windows: readonly number[],
): readonly SweepPoint[] {
  const ascending = windows.toSorted((a, b) => a - b)
  const sizes = thresholds.flatMap((threshold) =>
    'tokens' in threshold
      ? [threshold.tokens]
      : ascending.map((window) => Math.round((window * threshold.percent) / 100)),
  )
  return [...new Set(sizes)]
    .toSorted((a, b) => a - b)
    .flatMap((thresholdTokens) => {
      const windowTokens = ascending.find((window) => thresholdTokens <= window)
      return windowTokens === undefined ? [] : [{ thresholdTokens, windowTokens }]
    })
}
