import type { Journey } from './start-journey.ts'
import { nameOfStep, type Step } from './steps.ts'

/** What asks no model. */
export const freeSteps: readonly Step[] = [{ providerId: 'lossless' }, { providerId: 'truncation' }]

const usd = (amount: number): string => `$${amount.toFixed(4)}`

/** The first step whose estimate is within a budget, with the reason; null where there is none. */
export async function chooseWithinBudget(
  journey: Journey,
  steps: readonly Step[],
  budgetUsd: number,
): Promise<{ readonly step: Step; readonly why: string } | null> {
  for (const step of steps) {
    const cost = await journey.estimateCost(step)
    if (cost !== null && cost <= budgetUsd)
      return { step, why: `Its estimate of ${usd(cost)} is within the ${usd(budgetUsd)} that are left.` }
    const why =
      cost === null
        ? 'Its cost cannot be estimated: the model has no known price.'
        : `Its estimate of ${usd(cost)} is above the ${usd(budgetUsd)} that are left.`
    journey.skip(nameOfStep(step), why)
  }
  return null
}
