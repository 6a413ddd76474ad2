import {
  buildAttemptTable,
  buildDecisionTable,
  buildOperationTable,
  buildPassTable,
  buildViolations,
} from '../../../../shared/condense/build-outcome-tables.ts'
import type { RunEstimate } from '../../../../shared/condense/estimate-types.ts'
import type { OutcomeSummary } from '../../../../shared/condense/outcome-types.ts'
import type { RunSummary } from '../../../../shared/condense/run-types.ts'
import { buildFacts, buildText, type Block, type Fact } from '../../../../shared/document/document.ts'
import { formatCountWithNoun, formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatDuration, formatPercent, formatUsd } from '../../../../shared/kernel/format-figures.ts'
import { describeRequestSize } from '../../../../shared/kernel/words/recorded-words.ts'
import { formatEstimatedUsd } from '../../../../shared/models/prices-words.ts'
import type { PromptReference } from '../../../../shared/prompts/prompt-types.ts'
import { buildCostWarnings } from '../build-cost-warnings.ts'

/** `condense`. A run that failed or changed nothing shows as that, never as a saving of 0 %. */
export function buildOutcome(run: RunSummary, outcome: OutcomeSummary): readonly Block[] {
  const { attempts, stats, passes, trace, validity } = outcome
  return [
    buildText(`${run.providerId}${formatPreset(run.presetId)}: ${describeStatus(outcome)}`),
    buildFacts([['run', run.id], ['model', describeModel(run)], ...listFigures(outcome)]),
    // Only where there was more than one.
    ...(attempts.length < 2 ? [] : [buildAttemptTable(attempts)]),
    buildOperationTable(stats.operations),
    buildPassTable(passes),
    buildDecisionTable(trace),
    ...(validity.length === 0 ? [] : [buildViolations(validity)]),
    buildRemarks(outcome),
  ]
}

/** What was taken for what was not said, and what a person should know before trusting a result. */
function buildRemarks({ notes = [], warnings }: Pick<OutcomeSummary, 'notes' | 'warnings'>): Block {
  return buildText(
    notes.map(({ message }) => `note: ${message}`),
    warnings.map(({ message }) => `warning: ${message}`),
  )
}

function formatRunCost({
  costUsd,
  estimatedCostUsd = 0,
  modelCalls,
}: Pick<RunEstimate, 'costUsd' | 'estimatedCostUsd' | 'modelCalls'>): string {
  if (costUsd === 0 && estimatedCostUsd > 0)
    return `${formatEstimatedUsd(estimatedCostUsd)} at the prices of the task’s model, and nothing was charged`
  return `${formatUsd(costUsd)}, ${formatCountWithNoun(modelCalls, 'model call')}`
}

/** Whether an external arm worked and did not say what it cost. */
function isCostUnsaid({
  warnings,
  stats: { priceUsd },
}: Pick<OutcomeSummary, 'warnings' | 'stats'>): boolean {
  return priceUsd === null && warnings.some(({ code }) => code === 'arm-cost-unknown')
}

function describeUnsaidCost({ costUsd }: OutcomeSummary['stats']): string {
  return costUsd === 0 ? 'not known' : `${formatUsd(costUsd)} and what the method took`
}

/** The same for a run that was cancelled: what it did cost is all that is left of it. */
export function buildCancelledRun(run: RunSummary): readonly Block[] {
  const { spent } = run
  return [
    buildText(`${run.providerId}: cancelled`),
    buildFacts([
      ['run', run.id],
      ['model', describeModel(run)],
      ['cost', spent === undefined ? '' : formatRunCost(spent)],
    ]),
    buildRemarks({ warnings: buildCostWarnings(spent, 0) }),
  ]
}

function describeStatus({ status, reason, error }: OutcomeSummary): string {
  if (status === 'unchanged') return `unchanged, ${reason}`
  if (status === 'failed') return `failed, ${error?.message ?? 'no reason was given'}`
  return 'condensed'
}

function listFigures({ status, stats, fidelity, trace, request, warnings }: OutcomeSummary): readonly Fact[] {
  const tokens =
    status === 'condensed'
      ? `${formatCount(stats.originalTokens)} -> ${formatCount(stats.finalTokens)} (${formatPercent(-stats.reductionPercent)})`
      : formatCount(stats.originalTokens)
  return [
    ['messages', stats.originalTokens === 0 ? 'not counted' : `${tokens} tok (counted)`],
    ['request', request === undefined ? '' : describeRequestSize(request)],
    [
      'saved',
      fidelity === null || status !== 'condensed'
        ? ''
        : `${formatCount(fidelity.reversibleTokens)} reversible, ${formatCount(fidelity.supersededTokens)} superseded`,
    ],
    ['cost', isCostUnsaid({ warnings, stats }) ? describeUnsaidCost(stats) : formatRunCost(stats)],
    ['time', formatDuration(stats.durationMs)],
    ['pins', trace.find(({ label }) => label === 'Pins')?.reason ?? ''],
  ]
}

function describeModel({ model, prompt }: RunSummary): string {
  if (model === null) return ''
  return prompt === null ? model.label : `${model.label}, prompt ${describePrompt(prompt)}`
}

/** Which prompt was asked with, and who chose it where the run did not. */
function describePrompt({ promptId, version, from }: PromptReference): string {
  const whose = from === undefined ? '' : ` (of the ${from})`
  return `${promptId}@${version}${whose}`
}

/** `condense --estimate`. */
export function buildEstimate(estimate: RunEstimate): readonly Block[] {
  const { status, reason, originalTokens, finalTokens, confidence, durationMs, asked } = estimate
  const saved = originalTokens === 0 ? 0 : (100 * (originalTokens - finalTokens)) / originalTokens
  const headlines = {
    condensed: 'would condense',
    unchanged: `would change nothing: ${reason}`,
    failed: `would fail: ${reason}`,
  }
  return [
    buildText(headlines[status]),
    buildFacts([
      ['provider', asked === undefined ? '' : `${asked.providerId}${formatPreset(asked.presetId)}`],
      ['prompt', asked?.prompt == null ? '' : describePrompt(asked.prompt)],
      ['tokens', `${formatCount(originalTokens)} -> ${formatCount(finalTokens)} (${formatPercent(-saved)})`],
      ['counted', `${formatPercent(100 * confidence)} of what would be left, the rest guessed`],
      ['cost', formatRunCost(estimate)],
      ['time', formatDuration(durationMs)],
    ]),
    buildPassTable(estimate.passes),
    buildDecisionTable(estimate.trace),
    buildRemarks(estimate),
  ]
}

function formatPreset(presetId: string | null): string {
  return presetId === null ? '' : ` (${presetId})`
}
