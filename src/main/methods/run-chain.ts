import type { Attempt } from '../../shared/condense/outcome-types.ts'
import { sumKnown } from '../../shared/kernel/numbers.ts'
import { idleReason } from '../../shared/kernel/words/engine.ts'
import { stopIfCancelled } from '../kernel/cancel-signal.ts'
import type { ResolvedMethod } from '../kernel/method.ts'
import { buildCostWarnings } from './alerts.ts'
import { runMethod, type Outcome, type RunOptions } from './run-method.ts'

export type ChainOptions = Omit<RunOptions, 'method'> & {
  /** The first is the one that was asked for, the others are its fallbacks; at least one. */
  readonly steps: readonly ResolvedMethod[]
}

/**
 * Runs providers in order until one saves enough (`alerts.minimumGainPercent`). Where none does, the largest saving
 * counts; where none saves anything, what the first one said. What every attempt cost is part of the outcome.
 */
export async function runChain({ steps, ...options }: ChainOptions): Promise<Outcome> {
  const outcomes: Outcome[] = []
  const attempts: Attempt[] = []
  for (const method of steps) {
    stopIfCancelled(options.signal)
    const outcome = await runMethod({ ...options, method })
    outcomes.push(outcome)
    const attempt = buildAttempt(method.method.id, outcome, options.alerts.minimumGainPercent)
    attempts.push(attempt)
    if (attempt.status === 'condensed') break
  }
  const chosen = pickBestOutcome(outcomes)
  if (chosen === undefined) throw new RangeError('A chain needs a provider.')
  return withAll(chosen, outcomes, attempts, options)
}

function buildAttempt(providerId: string, { summary }: Outcome, minimumGainPercent: number): Attempt {
  const { stats, error, reason } = summary
  const { reductionPercent, costUsd, durationMs, unansweredCalls } = stats
  const arm = summary.trace.find((step) => step.arm !== undefined)?.arm
  const assigned = arm === undefined ? {} : { arm }
  const common = { providerId, reductionPercent, costUsd, durationMs, unansweredCalls, ...assigned }
  if (summary.status !== 'condensed')
    return { ...common, status: summary.status, code: error?.code ?? '', message: error?.message ?? reason }
  if (reductionPercent >= minimumGainPercent) return { ...common, status: 'condensed', code: '', message: '' }
  const { message } = idleReason('insufficient', { reductionPercent, minimumGainPercent })
  return { ...common, status: 'insufficient', code: '', message }
}

function pickBestOutcome(outcomes: readonly Outcome[]): Outcome | undefined {
  const measureSavedTokens = (outcome: Outcome): number => outcome.summary.stats.reductionPercent
  const condensed = outcomes.filter((outcome) => outcome.condensed !== null)
  return condensed.toSorted((a, b) => measureSavedTokens(b) - measureSavedTokens(a))[0] ?? outcomes[0]
}

function withAll(
  { summary, condensed }: Outcome,
  outcomes: readonly Outcome[],
  attempts: readonly Attempt[],
  { alerts }: Pick<RunOptions, 'alerts'>,
): Outcome {
  const all = outcomes.map((outcome) => outcome.summary.stats)
  const sumFigure = (
    figure: 'costUsd' | 'durationMs' | 'modelCalls' | 'cacheHits' | 'unansweredCalls' | 'statedCostUsd',
  ): number => all.reduce((sum, { [figure]: value = 0 }) => sum + value, 0)
  const stats = {
    ...summary.stats,
    costUsd: sumFigure('costUsd'),
    priceUsd: sumKnown(all.map(({ priceUsd = null }) => priceUsd)),
    durationMs: sumFigure('durationMs'),
    modelCalls: sumFigure('modelCalls'),
    cacheHits: sumFigure('cacheHits'),
    unansweredCalls: sumFigure('unansweredCalls'),
    ...(all.some(({ statedCostUsd }) => statedCostUsd !== undefined)
      ? { statedCostUsd: sumFigure('statedCostUsd') }
      : {}),
  }
  const unpriced = outcomes.flatMap(({ summary: { warnings } }) =>
    warnings.filter(({ code }) => code === 'price-unknown'),
  )
  const warnings = [
    ...summary.warnings.filter(({ code }) => code !== 'cost-above-limit' && code !== 'price-unknown'),
    ...new Map(unpriced.map((warning) => [warning.message, warning])).values(),
    ...buildCostWarnings(stats.costUsd, alerts),
  ]
  const events = outcomes.flatMap((outcome) => outcome.summary.events)
  return { condensed, summary: { ...summary, stats, warnings, attempts: [...attempts], events } }
}
