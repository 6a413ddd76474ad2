import type { ArmInfo } from '../../../shared/methods/arm-types.ts'
import type { OwnTriggerChoice } from '../../kernel/method.ts'
import { agentsWays } from '../../kernel/policy/agents-own-ways.ts'
import { findArm } from '../../methods/arms.ts'
import { resolveMethod } from './resolve-method.ts'

/** The arm that stands for what the agent of a format does by itself; null where nobody knows. */
export function findAgentArm(format: string | null): ArmInfo | null {
  const ways = agentsWays.find(({ formats }) => formats.includes(format ?? ''))
  return findArm(ways?.size?.arms[0] ?? Object.keys(ways?.arms ?? {})[0] ?? '') ?? null
}

/** When the agent of a format condenses by itself; null where nobody knows. Cuts and forecasts go by it. */
export function findAgentTrigger(format: string | null): OwnTriggerChoice | null {
  const arm = findAgentArm(format)
  return arm === null ? null : resolveMethod({ arm: arm.id }).method.ownTrigger
}
