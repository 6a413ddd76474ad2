import { formatUsd } from '../../../shared/kernel/format-figures.ts'
import { describeStep } from '../../../shared/methods/ab-arms.ts'
import type { MethodChoice } from '../../../shared/methods/method-choice-types.ts'
import { takeUntilTarget } from './pipeline.ts'
import type { Journey } from './start-journey.ts'

/** What asks no model. */
export const freeSteps: readonly MethodChoice[] = [{ providerId: 'lossless' }, { providerId: 'truncation' }]

/** Whether a step can be paid for by its estimate, and why. */
async function estimateStep(journey: Journey, step: MethodChoice, budgetUsd: number) {
  const cost = await journey.estimateCost(step)
  if (cost === null)
    return { isWithin: false, why: 'Its cost cannot be estimated: the model has no known price.' }
  const isWithin = cost <= budgetUsd
  const place = isWithin ? 'within' : 'above'
  return {
    isWithin,
    why: `Its estimate of ${formatUsd(cost)} is ${place} the ${formatUsd(budgetUsd)} that are left.`,
  }
}

/**
 * Takes the first step whose estimate is within what is left of a budget; the next such one where it fails, and what
 * costs nothing where none is left. `wish` begins the reasons.
 */
export async function takeWithinBudget(
  journey: Journey,
  steps: readonly MethodChoice[],
  { budgetUsd, wish = '' }: { readonly budgetUsd: number; readonly wish?: string },
): Promise<void> {
  if (await takeFirst(journey, steps, { budgetUsd, wish })) return
  await takeUntilTarget(journey, freeSteps)
}

/** Whether one of the steps was taken and did not fail. */
export async function takeFirst(
  journey: Journey,
  steps: readonly MethodChoice[],
  { budgetUsd, wish = '' }: { readonly budgetUsd: number; readonly wish?: string },
): Promise<boolean> {
  for (const step of steps) {
    const { isWithin, why } = await estimateStep(journey, step, budgetUsd - journey.spentUsd())
    if (!isWithin) journey.skip(describeStep(step), why)
    else if ((await journey.take(step, `${wish}${why}`)) !== 'failed') return true
  }
  return false
}
