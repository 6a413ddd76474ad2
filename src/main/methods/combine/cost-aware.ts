import { z } from 'zod'
import type { MethodChoice } from '../../../shared/methods/method-choice-types.ts'
import { defineStrategy } from './define-strategy.ts'
import { takeWithinBudget } from './within-budget.ts'

/** Dearest and best first. */
const paidSteps: readonly MethodChoice[] = [
  { providerId: 'native' },
  { providerId: 'smart', presetId: 'balanced' },
]

/** Native where the budget allows it by its estimate, else smart, else what costs nothing. */
export const costAwareStrategy = defineStrategy({
  id: 'cost-aware',
  label: 'Cost-aware',
  description:
    'The best that the budget allows by its estimate: native, else smart balanced, else free providers.',
  settings: z.strictObject({
    maxCostUsd: z.number().min(0).max(1000).default(0.05).meta({ title: 'Budget ($)' }),
  }),
  readBudget: ({ maxCostUsd }) => maxCostUsd,
  travel: (journey, { maxCostUsd }) => takeWithinBudget(journey, paidSteps, { budgetUsd: maxCostUsd }),
})
