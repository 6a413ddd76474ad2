import { skipToken, useQuery } from '@tanstack/react-query'
import type { ReplayEstimate } from '../../../../shared/replay/contract.ts'
import type { ReplayPolicyEntry } from '../../../../shared/replay/replay-policy-types.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import type { PolicyDraft } from './use-policy-draft.ts'

/** What the policies that ask models would cost. */
export type AskingEstimate = {
  /** Undefined until it is known. */
  readonly data: ReplayEstimate | undefined
  /** Why there is none. Null where there is or may be one. */
  readonly problem: string | null
}

/** Of a replay of the list, where somebody looks. It is made anew only when one of the policies that ask changes. */
export function useReplayEstimate(draft: PolicyDraft, isLookedAt: boolean): AskingEstimate {
  const { queries } = useEngine()
  const policies = selectAskingPolicies(draft)
  const input =
    policies.length === 0 || !isLookedAt ? skipToken : { taskId: draft.taskId, policies: [...policies] }
  return buildEstimate(useQuery(queries.replay.estimate.queryOptions({ input })))
}

/** Of a drift of the list with so many condensations. Null for none. */
export function useDriftEstimate(draft: PolicyDraft, cycles: number | null): AskingEstimate {
  const { queries } = useEngine()
  const policies = selectAskingPolicies(draft)
  const { taskId } = draft
  const input =
    policies.length === 0 || cycles === null ? skipToken : { taskId, cycles, policies: [...policies] }
  return buildEstimate(useQuery(queries.drift.estimate.queryOptions({ input })))
}

function selectAskingPolicies({ check }: PolicyDraft): readonly ReplayPolicyEntry[] {
  if (check?.ok !== true) return []
  const asking = new Set(check.asks.map(({ policyId }) => policyId))
  return check.policies.filter(({ id }) => asking.has(id))
}

function buildEstimate(asked: {
  readonly data: ReplayEstimate | undefined
  readonly error: unknown
}): AskingEstimate {
  return { data: asked.data, problem: asked.error === null ? null : toProblem(asked.error).message }
}
