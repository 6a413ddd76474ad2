import type { Calibration } from '../library/inspection-types.ts'

type Scale = Pick<Calibration, 'slope' | 'intercept'> | null

/** What a context of so many counted tokens has in its model's tokens, system prompt and tools included. */
export function toModelTokens(counted: number, scale: Scale): number {
  return scale === null ? counted : Math.max(0, scale.intercept) + scale.slope * counted
}

/** How many counted tokens a context may have to come to so many of its model's; at least 1. */
export function toCountedTokens(modelTokens: number, scale: Scale): number {
  if (scale === null) return modelTokens
  return Math.max(1, Math.floor((modelTokens - Math.max(0, scale.intercept)) / scale.slope))
}
