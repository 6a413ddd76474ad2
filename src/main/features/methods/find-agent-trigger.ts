import type { OwnTriggerChoice } from '../../kernel/method.ts'
import { agentsWays } from '../../kernel/policy/agents-own-ways.ts'
import { findArm } from '../../methods/arms.ts'
import { resolveMethod } from './resolve-method.ts'

/** When the agent of a format condenses by itself; null where nobody knows. Cuts and forecasts go by it. */
export function findAgentTrigger(format: string | null): OwnTriggerChoice | null {
  const ways = agentsWays.find(({ formats }) => formats.includes(format ?? ''))
  const arm = findArm(ways?.size?.arms[0] ?? Object.keys(ways?.arms ?? {})[0] ?? '')
  return arm === undefined ? null : resolveMethod({ arm: arm.id }).method.ownTrigger
}
