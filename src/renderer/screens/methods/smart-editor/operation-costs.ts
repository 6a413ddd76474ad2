import { createContext, use } from 'react'
import type { RunEstimate } from '../../../../shared/condense/estimate-types.ts'
import type { Policy } from '../../../../shared/installation/policy-types.ts'
import { findSmallest } from '../../../../shared/kernel/find-extreme.ts'
import { formatCountWithNoun } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatUsd } from '../../../../shared/kernel/format-figures.ts'
import type { JsonPath } from '../../../ui/components/editor-fields/read-json-at-path.ts'

/** What operations would cost, and from which cost on that is worth a warning. US dollars. */
export type OperationCosts = {
  readonly operations: RunEstimate['operations']
  readonly limits: CostLimits
}

/** Null where there is no such limit. */
export type CostLimits = {
  /** No call is made that could bring a run above this. */
  readonly budgetUsd: number | null
  /** A run that costs more carries a warning. */
  readonly alertUsd: number | null
}

/** Costs of the preview for the operations of the editor, or null while unknown. */
export const OperationCostsContext = createContext<OperationCosts | null>(null)

/** Cost of the operation at a path, or null where it asks no model or is not known yet. */
export function useOperationCost(path: JsonPath): OperationCost | null {
  const costs = use(OperationCostsContext)
  return costs === null ? null : estimateOperationCost(costs, path)
}

/** The limits of a run: that of the run itself, where it has one, and those of the policy. */
export function findCostLimits(policy: Policy | undefined, maxCostUsd: number | null): CostLimits {
  const budgets = [policy?.budgetPerRunUsd ?? null, maxCostUsd].filter((limit) => limit !== null)
  return {
    budgetUsd: budgets.length === 0 ? null : findSmallest(budgets),
    alertUsd: policy?.alertCostUsd ?? null,
  }
}

export type OperationCost = {
  /** `about $0.0123 in 14 calls`. */
  readonly text: string
  /** Why the cost is too high, or null where it is not. */
  readonly warning: string | null
}

/** The cost of one operation in words. */
export function estimateOperationCost(
  { operations, limits }: OperationCosts,
  path: JsonPath,
): OperationCost | null {
  const address = path.join('/')
  const found = operations.find((operation) => operation.path.join('/') === address)
  if (found === undefined) return null
  const { calls, costUsd } = found
  const times = `in ${formatCountWithNoun(calls, 'call')}`
  if (costUsd === null) return { text: `price unknown, ${formatCountWithNoun(calls, 'call')}`, warning: null }
  return { text: `about ${formatUsd(costUsd)} ${times}`, warning: describeCostWarning(costUsd, limits) }
}

function describeCostWarning(costUsd: number, { budgetUsd, alertUsd }: CostLimits): string | null {
  if (budgetUsd !== null && costUsd > budgetUsd)
    return `This operation alone exceeds the budget of a run, ${formatUsd(budgetUsd)}, and would be stopped.`
  if (alertUsd !== null && costUsd > alertUsd)
    return `This operation alone exceeds the policy’s alert of ${formatUsd(alertUsd)}.`
  return null
}

/** Whether some operation of the pass at an index is above a limit. */
export function isPassDear({ operations, limits }: OperationCosts, index: number): boolean {
  return operations.some(
    ({ path, costUsd }) =>
      path[0] === 'passes' &&
      path[1] === index &&
      costUsd !== null &&
      describeCostWarning(costUsd, limits) !== null,
  )
}
