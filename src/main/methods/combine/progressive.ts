import { z } from 'zod'
import { formatUsd } from '../../../shared/kernel/format-figures.ts'
import { describeStep } from '../../../shared/methods/ab-arms.ts'
import type { MethodChoice } from '../../../shared/methods/method-choice-types.ts'
import type { Settings } from '../../../shared/methods/provider-types.ts'
import { defineStrategy } from './define-strategy.ts'
import { takeUntilTarget } from './pipeline.ts'
import type { Journey } from './start-journey.ts'
import { freeSteps, takeFirst } from './within-budget.ts'

/** What has to be left of the budget before a level begins; figures of the provider design, in US dollars. */
const cheapNeedsUsd = 0.01

const premiumNeedsUsd = 0.05

/** Free first, then a cheap model, then the run's own, as long as the target is missed and the budget lasts. */
export const progressiveStrategy = defineStrategy({
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
  collectProfiles: ({ cheapProfile }) => (cheapProfile === undefined ? [] : [cheapProfile]),
  readBudget: ({ maxCostUsd }) => maxCostUsd,
  travel: async (journey, { maxCostUsd, cheapProfile }) => {
    await takeUntilTarget(journey, freeSteps)
    const cheap: MethodChoice = { providerId: 'smart', settings: buildCheapSettings(cheapProfile) }
    await enhance(journey, cheap, { needsUsd: cheapNeedsUsd, budgetUsd: maxCostUsd, isPiecewise: true })
    await enhance(journey, { providerId: 'native' }, { needsUsd: premiumNeedsUsd, budgetUsd: maxCostUsd })
  },
})

async function enhance(
  journey: Journey,
  step: MethodChoice,
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
  if (journey.isAtTarget()) return journey.skip(describeStep(step), 'The target is met.')
  const leftUsd = budgetUsd - journey.spentUsd()
  if (leftUsd <= needsUsd) {
    const left = formatUsd(Math.max(0, leftUsd))
    return journey.skip(
      describeStep(step),
      `Only ${left} of the budget are left. This level needs more than $${needsUsd}.`,
    )
  }
  if (isPiecewise && (await journey.estimateCost(step)) !== null) {
    await journey.take(step, `${formatUsd(leftUsd)} of the budget are left.`)
    return
  }
  await takeFirst(journey, [step], { budgetUsd })
}

function buildCheapSettings(cheapProfile: string | undefined): Settings {
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
