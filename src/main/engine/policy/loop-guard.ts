/** At most this many attempts within the span, per task; `condensation.md` section 6. */
const mostAttempts = 3
const spanMs = 60_000
/** How long nothing is attempted after that. Then all attempts are forgotten, not just one of them. */
const cooldownMs = 60_000

export type GuardState =
  | { readonly isOpen: true; readonly attemptsLeft: number }
  /** `untilTs`: when the cooldown ends, milliseconds since 1970. */
  | { readonly isOpen: false; readonly untilTs: number }

/**
 * Whether another automatic condensation of a task may be tried. `attempts` are the times of those before, ascending,
 * in milliseconds since 1970; the state follows from them alone, so it survives a restart.
 */
export function guardAgainstLoops(attempts: readonly number[], nowTs: number): GuardState {
  let recent: number[] = []
  let blockedUntilTs = Number.NEGATIVE_INFINITY
  for (const ts of attempts) {
    if (ts < blockedUntilTs) continue
    recent = [...recent.filter((earlier) => ts - earlier < spanMs), ts]
    if (recent.length < mostAttempts) continue
    blockedUntilTs = ts + cooldownMs
    recent = []
  }
  if (nowTs < blockedUntilTs) return { isOpen: false, untilTs: blockedUntilTs }
  const counted = recent.filter((ts) => nowTs - ts < spanMs).length
  return { isOpen: true, attemptsLeft: mostAttempts - counted }
}
