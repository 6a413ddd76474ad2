import type { RecordedFiring } from '../../shared/domain/recorded-firing.ts'
import type { AgentFiring } from '../record/condensations/agent-condensations.ts'
import type { ContextSize } from './context-sizes.ts'

/** What a firing is explained from. */
export type FiringCase = {
  readonly firing: AgentFiring
  /** The request of the firing before it, or 0. */
  readonly since: number
  readonly sizes: readonly ContextSize[]
  /** Of each request; null where no window is known. */
  readonly windows: readonly (number | null)[]
}

export type FiringLimits = NonNullable<RecordedFiring['limits']>

/** What a limit is held against: percent of the window where every window is known, else tokens. */
export function measureOf({ firing: { request }, windows }: FiringCase): {
  readonly unit: FiringLimits['unit']
  readonly of: (tokens: number, at: number) => number
} {
  const own = windows[request ?? -1] ?? null
  if (own === null) return { unit: 'tokens', of: (tokens) => tokens }
  // A model that nobody knows has to be taken for the one that condensed.
  return { unit: 'percent', of: (tokens, at) => (100 * tokens) / (windows[at] ?? own) }
}
