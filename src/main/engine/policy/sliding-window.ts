/**
 * How many messages the sliding window takes away after the first: `raw = floor((n − 1) · fraction)`, made even so
 * that pairs of user and assistant stay together (`condensation.md` section 3).
 */
export function slidingWindowSize(messageCount: number, fraction: number): number {
  const raw = Math.max(0, Math.floor((messageCount - 1) * fraction))
  return raw - (raw % 2)
}
