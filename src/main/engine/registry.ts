import { abStrategy } from './policy/strategies/ab.ts'
import { pipelineStrategy, takeUntilTarget } from './policy/strategies/pipeline.ts'
import type { CondensationProvider } from './provider.ts'
import { composedProvider } from './providers/composed/composed.ts'
import { externalProvider } from './providers/external/external.ts'
import { losslessProvider } from './providers/lossless/lossless.ts'
import { nativeProvider } from './providers/native/native.ts'
import { smartProvider } from './providers/smart/smart.ts'
import { slidingWindowProvider } from './providers/sliding-window/sliding-window.ts'
import { truncationProvider } from './providers/truncation/truncation.ts'
import { vendorProvider } from './providers/vendor/vendor.ts'
import { z } from 'zod'
import { defineStrategy } from './policy/strategies/define-strategy.ts'
import { type Step, issuesOfStep, profilesOfSteps, stepSchema } from './policy/strategies/steps.ts'
import type { Settings } from '../../shared/domain/provider.ts'
import { formatUsd } from '../../shared/lib/format-figures.ts'
import { nameOfStep } from '../../shared/lib/ab-arms.ts'
import type { Journey } from './policy/strategies/start-journey.ts'

/** What asks no model. */
const freeSteps: readonly Step[] = [{ providerId: 'lossless' }, { providerId: 'truncation' }]

/** What has to be left of the budget before a level begins; figures of the provider design, in US dollars. */
const cheapNeedsUsd = 0.01

const premiumNeedsUsd = 0.05

/** Free first, then a cheap model, then the run's own, as long as the target is missed and the budget lasts. */
const progressiveStrategy = defineStrategy({
  id: 'progressive',
  label: 'Progressive enhancement',
  description:
    'Free providers, then a cheap model, then a better one, until the target is met or the budget is used.',
  settings: z.strictObject({
    maxCostUsd: z.number().min(0).max(1000).default(0.1).meta({ title: 'Budget ($)' }),
    cheapProfile: z.string().min(1).optional().meta({
      title: 'Cheap profile',
      description: 'Summarises single tool results. The model of the run where none is named.',
    }),
  }),
  profilesOf: ({ cheapProfile }) => (cheapProfile === undefined ? [] : [cheapProfile]),
  budgetOf: ({ maxCostUsd }) => maxCostUsd,
  travel: async (journey, { maxCostUsd, cheapProfile }) => {
    await takeUntilTarget(journey, freeSteps)
    const cheap: Step = { providerId: 'smart', settings: cheapSettings(cheapProfile) }
    await enhance(journey, cheap, { needsUsd: cheapNeedsUsd, budgetUsd: maxCostUsd, isPiecewise: true })
    await enhance(journey, { providerId: 'native' }, { needsUsd: premiumNeedsUsd, budgetUsd: maxCostUsd })
  },
})

/** Above these shares of quality the better preset is chosen; limits of the provider design. */
const conservativeAbove = 0.8

const balancedAbove = 0.5

const presets = ['conservative', 'balanced', 'aggressive'] as const

/** By what a user prefers: how much quality, at what price at most, perhaps a provider of their own. */
const preferencesStrategy = defineStrategy({
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
    preferred: stepSchema.optional().meta({
      title: 'Preferred provider',
      description: 'Goes first where it is within the limit.',
    }),
  }),
  profilesOf: ({ preferred }, find) => (preferred === undefined ? [] : profilesOfSteps([preferred], find)),
  issuesOf: ({ preferred }, find) =>
    preferred === undefined ? [] : issuesOfStep(preferred, ['preferred'], find),
  budgetOf: ({ maxCostUsd }) => maxCostUsd,
  travel: async (journey, { quality, maxCostUsd, preferred }) => {
    const from = quality > conservativeAbove ? 0 : quality > balancedAbove ? 1 : 2
    const steps: Step[] = [
      ...(preferred === undefined ? [] : [preferred]),
      ...presets.slice(from).map((presetId) => ({ providerId: 'smart', presetId })),
    ]
    const wish = `A quality of ${quality} is wanted. `
    await takeWithinBudget(journey, steps, { budgetUsd: maxCostUsd, wish })
  },
})

const ratio = (title: string, value: number) =>
  z.number().min(1).max(100).default(value).meta({ title, description: 'Tokens over the target.' })

/** Chooses by how far the context is above its target. Limits of the provider design: 1.2, 2 and 3. */
const adaptiveStrategy = defineStrategy({
  id: 'adaptive',
  label: 'Adaptive',
  description:
    'Chooses by the distance to the target: lossless when close, then truncation, then native, smart aggressive when far.',
  settings: z.strictObject({
    losslessBelow: ratio('Lossless below', 1.2),
    truncationBelow: ratio('Truncation below', 2),
    nativeBelow: ratio('Native below', 3),
    targetTokens: z.int().min(1).max(10_000_000).default(20_000).meta({
      title: 'Target where the run has none (tokens)',
      description: 'A tenth of a window of 200,000 tokens.',
    }),
  }),
  travel: async (journey, settings, targetTokens) => {
    const target = targetTokens ?? settings.targetTokens
    const distance = journey.tokens() / target
    const branches: readonly (readonly [Step, number])[] = [
      [{ providerId: 'lossless' }, settings.losslessBelow],
      [{ providerId: 'truncation' }, settings.truncationBelow],
      [{ providerId: 'native' }, settings.nativeBelow],
    ]
    const where = `${distance.toFixed(2)} times the target of ${target.toLocaleString('en-US')} tokens`
    for (const [step, limit] of branches) {
      if (distance < limit) {
        await journey.take(step, `The context is ${where}, below ${limit}.`)
        return
      }
      journey.skip(step.providerId, `The context is ${where}, not below ${limit}.`)
    }
    await journey.take({ providerId: 'smart', presetId: 'aggressive' }, `The context is ${where}.`)
  },
})

/** Smart conservative; native on what it left where the target is missed; bare truncation where models fail. */
const qualityFirstStrategy = defineStrategy({
  id: 'quality-first',
  label: 'Quality first',
  description:
    'Smart conservative, then native where the target is missed. Old tool content is taken out when both fail.',
  settings: z.strictObject({}),
  travel: async (journey, _settings, targetTokens) => {
    const first = await journey.take(
      { providerId: 'smart', presetId: 'conservative' },
      'The best quality comes first.',
    )
    if (first !== 'failed' && (targetTokens === null || journey.isAtTarget())) {
      journey.skip('native', targetTokens === null ? 'The run has no target.' : 'The target is met.')
      return
    }
    if (first !== 'failed') {
      const second = await journey.take({ providerId: 'native' }, 'The target is not met.')
      if (second !== 'failed') return
    }
    await journey.take(
      { providerId: 'truncation', presetId: 'suppress' },
      'What comes before it failed: an emergency that needs no model.',
    )
  },
})

/** Dearest and best first. */
const paidSteps: readonly Step[] = [{ providerId: 'native' }, { providerId: 'smart', presetId: 'balanced' }]

/** Native where the budget allows it by its estimate, else smart, else what costs nothing. */
const costAwareStrategy = defineStrategy({
  id: 'cost-aware',
  label: 'Cost-aware',
  description:
    'The best that the budget allows by its estimate: native, else smart balanced, else free providers.',
  settings: z.strictObject({
    maxCostUsd: z.number().min(0).max(1000).default(0.05).meta({ title: 'Budget ($)' }),
  }),
  budgetOf: ({ maxCostUsd }) => maxCostUsd,
  travel: (journey, { maxCostUsd }) => takeWithinBudget(journey, paidSteps, { budgetUsd: maxCostUsd }),
})

/** Every provider there is, in the order in which the doors list them. */
export const providers: readonly CondensationProvider[] = [
  losslessProvider,
  truncationProvider,
  nativeProvider,
  smartProvider,
  slidingWindowProvider,
  composedProvider,
  externalProvider,
  vendorProvider,
  pipelineStrategy,
  adaptiveStrategy,
  costAwareStrategy,
  qualityFirstStrategy,
  progressiveStrategy,
  preferencesStrategy,
  abStrategy,
]

/** The provider of an id, or undefined. */
export function findProvider(id: string): CondensationProvider | undefined {
  return providers.find((provider) => provider.id === id)
}

async function enhance(
  journey: Journey,
  step: Step,
  {
    needsUsd,
    budgetUsd,
    isPiecewise = false,
  }: {
    readonly needsUsd: number
    readonly budgetUsd: number
    /** Made of many small calls: as many are made as the budget allows. */
    readonly isPiecewise?: boolean
  },
): Promise<void> {
  if (journey.isAtTarget()) return journey.skip(nameOfStep(step), 'The target is met.')
  const leftUsd = budgetUsd - journey.spentUsd()
  if (leftUsd <= needsUsd) {
    const left = formatUsd(Math.max(0, leftUsd))
    return journey.skip(
      nameOfStep(step),
      `Only ${left} of the budget are left. This level needs more than $${needsUsd}.`,
    )
  }
  if (isPiecewise && (await journey.estimateCost(step)) !== null) {
    await journey.take(step, `${formatUsd(leftUsd)} of the budget are left.`)
    return
  }
  await takeFirst(journey, [step], { budgetUsd })
}

function cheapSettings(cheapProfile: string | undefined): Settings {
  const summarize = { maxTokens: 100, ...(cheapProfile === undefined ? {} : { apiProfile: cheapProfile }) }
  return {
    losslessPrelude: { enabled: false },
    passes: [
      {
        id: 'cheap',
        name: 'Short summaries of tool results',
        selection: { type: 'preserve_recent', keepRecentCount: 5 },
        mode: 'individual',
        individualConfig: {
          defaults: {
            messageText: { operation: 'keep' },
            toolParameters: { operation: 'keep' },
            toolResults: { operation: 'summarize', params: { summarize } },
          },
        },
      },
    ],
  }
}

/** Whether a step can be paid for by its estimate, and why. */
async function estimateStep(journey: Journey, step: Step, budgetUsd: number) {
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
async function takeWithinBudget(
  journey: Journey,
  steps: readonly Step[],
  { budgetUsd, wish = '' }: { readonly budgetUsd: number; readonly wish?: string },
): Promise<void> {
  if (await takeFirst(journey, steps, { budgetUsd, wish })) return
  await takeUntilTarget(journey, freeSteps)
}

/** Whether one of the steps was taken and did not fail. */
async function takeFirst(
  journey: Journey,
  steps: readonly Step[],
  { budgetUsd, wish = '' }: { readonly budgetUsd: number; readonly wish?: string },
): Promise<boolean> {
  for (const step of steps) {
    const { isWithin, why } = await estimateStep(journey, step, budgetUsd - journey.spentUsd())
    if (!isWithin) journey.skip(nameOfStep(step), why)
    else if ((await journey.take(step, `${wish}${why}`)) !== 'failed') return true
  }
  return false
}
