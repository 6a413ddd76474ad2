import { z } from 'zod'
import { usualTrigger } from '../../../../shared/installation/policy-types.ts'
import type { ReplayPolicyEntry } from '../../../../shared/replay/replay-policy-types.ts'
import { findFreeName } from './find-free-name.ts'

/** The same policy over and over with other providers, windows and thresholds. */
export type Sweep = {
  readonly providers: readonly string[]
  readonly windows: readonly number[]
  /** Percent, both inclusive. */
  readonly from: number
  readonly to: number
  readonly step: number
}

/** As many policies as a replay takes. */
export const mostPolicies = 50

/** Every policy of a sweep, by provider, then window, then threshold. Ids that are taken get a number. */
export function sweepPolicies(sweep: Sweep, taken: readonly string[]): readonly ReplayPolicyEntry[] {
  const ids = new Set(taken)
  return sweep.providers.flatMap((provider) =>
    sweep.windows.flatMap((window) =>
      listThresholds(sweep).map((threshold): ReplayPolicyEntry => {
        const id = findFreeName(`${provider}-${formatWindow(window)}-${threshold}`, ids)
        ids.add(id)
        return { id, provider, window, threshold }
      }),
    ),
  )
}

/** Those of a sweep that are played by no listed policy. One with settings of its own is another one. */
export function selectUnlisted(
  swept: readonly ReplayPolicyEntry[],
  listed: readonly unknown[],
): readonly ReplayPolicyEntry[] {
  const plain = new Set(listed.map(formatPlainPolicy).filter((text) => text !== null))
  return swept.filter((entry) => !plain.has(formatPlainPolicy(entry) ?? ''))
}

const plainSchema = z.strictObject({
  id: z.unknown(),
  provider: z.string(),
  window: z.number().default(usualTrigger.windowTokens),
  threshold: z.number().default(usualTrigger.thresholdPercent),
})

/** What decides how a policy is played, where that is all there is to it, else null. */
function formatPlainPolicy(entry: unknown): string | null {
  const plain = plainSchema.safeParse(entry)
  if (!plain.success) return null
  const { provider, window, threshold } = plain.data
  return `${provider} ${window} ${threshold}`
}

/** The thresholds of a sweep, ascending. None where the step goes nowhere. */
export function listThresholds({ from, to, step }: Pick<Sweep, 'from' | 'to' | 'step'>): readonly number[] {
  if (!(step > 0) || !(to >= from)) return []
  // More than this no sweep can have.
  const count = Math.min(mostPolicies + 1, Math.floor((to - from) / step + 1e-9) + 1)
  return Array.from({ length: count }, (_, index) => Number((from + index * step).toFixed(3)))
}

/** A window in few characters: `128k`, `1M`. */
export function formatWindow(window: number): string {
  if (window % 1_000_000 === 0) return `${window / 1_000_000}M`
  return window % 1000 === 0 ? `${window / 1000}k` : String(window)
}
