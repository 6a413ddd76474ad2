import { z } from 'zod'
import { methodChoiceSchema, type MethodChoice } from '../../../shared/methods/method-choice-types.ts'
import { defineStrategy } from './define-strategy.ts'
import { findStepIssues, listStepProfiles } from './steps.ts'
import { takeWithinBudget } from './within-budget.ts'

/** Above these shares of quality the better preset is chosen; limits of the provider design. */
const conservativeAbove = 0.8

const balancedAbove = 0.5

const presets = ['conservative', 'balanced', 'aggressive'] as const

/** By what a user prefers: how much quality, at what price at most, perhaps a provider of their own. */
export const preferencesStrategy = defineStrategy({
  id: 'preferences',
  label: 'By preference',
  description:
    'A preset of smart by the quality that is wanted, or a cheaper one where the estimate is above the limit.',
  settings: z.strictObject({
    quality: z.number().min(0).max(1).default(0.7).meta({
      title: 'Quality wanted',
      description: 'From 0 to 1: above 0.8 conservative, above 0.5 balanced, else aggressive.',
    }),
    maxCostUsd: z.number().min(0).max(1000).default(0.05).meta({ title: 'Limit for one condensation ($)' }),
    preferred: methodChoiceSchema.optional().meta({
      title: 'Preferred provider',
      description: 'Goes first where it is within the limit.',
    }),
  }),
  collectProfiles: ({ preferred }, find) =>
    preferred === undefined ? [] : listStepProfiles([preferred], find),
  findIssues: ({ preferred }, find) =>
    preferred === undefined ? [] : findStepIssues(preferred, ['preferred'], find),
  readBudget: ({ maxCostUsd }) => maxCostUsd,
  travel: async (journey, { quality, maxCostUsd, preferred }) => {
    const from = quality > conservativeAbove ? 0 : quality > balancedAbove ? 1 : 2
    const steps: MethodChoice[] = [
      ...(preferred === undefined ? [] : [preferred]),
      ...presets.slice(from).map((presetId) => ({ providerId: 'smart', presetId })),
    ]
    const wish = `A quality of ${quality} is wanted. `
    await takeWithinBudget(journey, steps, { budgetUsd: maxCostUsd, wish })
  },
})
