import type { RunEstimate } from '../../../../shared/condense/estimate-types.ts'
import type { OutcomeSummary, Warning } from '../../../../shared/condense/outcome-types.ts'
import type { RunSummary } from '../../../../shared/condense/run-types.ts'
import { formatCountWithNoun, formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { describeRequestSize } from '../../../../shared/kernel/words/recorded-words.ts'
import { formatEstimatedUsd } from '../../../../shared/models/prices-words.ts'
import type { PromptReference } from '../../../../shared/prompts/prompt-types.ts'
import { formatDuration, formatPercent, formatUsd, formatOneLine } from '../../../terminal/output/figures.ts'
import { formatPairs, formatTable } from '../../../terminal/output/table.ts'
import { formatViolations } from '../../library/commands/format-inspection.ts'
import { buildCostWarnings } from '../build-cost-warnings.ts'

/** `condense` for people. A run that failed or changed nothing shows as that, never as a saving of 0 %. */
export function formatOutcome(run: RunSummary, outcome: OutcomeSummary): string {
  return [
    `${run.providerId}${run.presetId === null ? '' : ` (${run.presetId})`}: ${describeStatus(outcome)}\n`,
    formatPairs([['run', run.id], ['model', describeModel(run)], ...buildFigurePairs(outcome)]),
    formatAttempts(outcome),
    formatOperations(outcome),
    formatPasses(outcome),
    formatDecisions(outcome),
    outcome.validity.length === 0 ? '' : formatViolations(outcome.validity),
    formatNotes(outcome.notes),
    outcome.warnings.map(({ message }) => `warning: ${formatOneLine(message, 300)}\n`).join(''),
  ]
    .filter((section) => section !== '')
    .join('\n')
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
  return costUsd === 0 ? 'not known' : `${formatUsd(costUsd)} and what the arm took`
}

/** The same for a run that was cancelled: what it did cost is all that is left of it. */
export function formatCancelledRun(run: RunSummary): string {
  const { spent } = run
  const cost =
    spent === undefined
      ? ''
      : `${formatUsd(spent.costUsd)}, ${formatCountWithNoun(spent.modelCalls, 'model call')}`
  const warnings = buildCostWarnings(spent, 0).map(({ message }) => `warning: ${message}\n`)
  const pairs = formatPairs([
    ['run', run.id],
    ['model', describeModel(run)],
    ['cost', cost],
  ])
  return [`${run.providerId}: cancelled\n`, pairs, ...warnings].join('\n')
}

function describeStatus({ status, reason, error }: OutcomeSummary): string {
  if (status === 'unchanged') return `unchanged, ${formatOneLine(reason, 300)}`
  if (status === 'failed') return `failed, ${formatOneLine(error?.message ?? 'no reason was given', 300)}`
  return 'condensed'
}

function buildFigurePairs({
  status,
  stats,
  fidelity,
  trace,
  request,
  warnings,
}: OutcomeSummary): readonly (readonly [string, string])[] {
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

/** What was taken for what was not said, or said in other words. */
function formatNotes(notes: readonly Warning[] = []): string {
  return notes.map(({ message }) => `note: ${formatOneLine(message, 300)}\n`).join('')
}

/** Only where there was more than one. */
function formatAttempts({ attempts }: OutcomeSummary): string {
  if (attempts.length < 2) return ''
  return formatTable(
    [
      { title: 'tried' },
      { title: 'status' },
      { title: 'saved', align: 'right' },
      { title: 'cost', align: 'right' },
      { title: 'why not' },
    ],
    attempts.map(({ providerId, status, reductionPercent, costUsd, message }) => [
      providerId,
      status,
      formatPercent(reductionPercent),
      formatUsd(costUsd),
      formatOneLine(message, 120),
    ]),
  )
}

function formatOperations({ stats }: OutcomeSummary): string {
  return formatTable(
    [{ title: 'operation' }, { title: 'parts', align: 'right' }, { title: 'tokens saved', align: 'right' }],
    stats.operations.map(({ operation, parts, tokensSaved }) => [
      operation,
      formatCount(parts),
      formatCount(tokensSaved),
    ]),
  )
}

/** `condense --estimate` for people. */
export function estimateText(estimate: RunEstimate): string {
  const { status, reason, originalTokens, finalTokens, confidence, durationMs, asked } = estimate
  const saved = originalTokens === 0 ? 0 : (100 * (originalTokens - finalTokens)) / originalTokens
  const headlines = {
    condensed: 'would condense',
    unchanged: `would change nothing: ${formatOneLine(reason, 300)}`,
    failed: `would fail: ${formatOneLine(reason, 300)}`,
  }
  return [
    `${headlines[status]}\n`,
    formatPairs([
      ['provider', asked === undefined ? '' : `${asked.providerId}${describePreset(asked.presetId)}`],
      ['prompt', asked?.prompt == null ? '' : describePrompt(asked.prompt)],
      ['tokens', `${formatCount(originalTokens)} -> ${formatCount(finalTokens)} (${formatPercent(-saved)})`],
      ['counted', `${formatPercent(100 * confidence)} of what would be left, the rest guessed`],
      ['cost', formatRunCost(estimate)],
      ['time', formatDuration(durationMs)],
    ]),
    formatPasses(estimate),
    formatDecisions(estimate),
    formatNotes(estimate.notes),
    estimate.warnings.map(({ message }) => `warning: ${formatOneLine(message, 300)}\n`).join(''),
  ]
    .filter((section) => section !== '')
    .join('\n')
}

const describePreset = (presetId: string | null): string => (presetId === null ? '' : ` (${presetId})`)

/** Figures of each pass. */
function formatPasses({ passes }: Pick<OutcomeSummary, 'passes'>): string {
  return formatTable(
    [
      { title: 'pass' },
      { title: 'before', align: 'right' },
      { title: 'after', align: 'right' },
      { title: 'time', align: 'right' },
      { title: 'parts' },
    ],
    passes.map(({ label, tokensBefore, tokensAfter, durationMs, operations }) => [
      label,
      formatCount(tokensBefore),
      formatCount(tokensAfter),
      formatDuration(durationMs),
      Object.entries(operations)
        .map(([operation, parts]) => `${parts} ${operation}`)
        .join(', '),
    ]),
  )
}

/** Of providers that have choices: what was taken or left, and why. */
function formatDecisions({ trace }: Pick<OutcomeSummary, 'trace'>): string {
  if (trace.length === 0) return ''
  return formatTable(
    [
      { title: 'decided on' },
      { title: 'decision' },
      { title: 'before', align: 'right' },
      { title: 'after', align: 'right' },
      { title: 'cost', align: 'right' },
      { title: 'why' },
    ],
    trace.map(({ label, decision, tokensBefore, tokensAfter, costUsd, reason }) => [
      formatOneLine(label, 60),
      decision,
      formatCount(tokensBefore),
      formatCount(tokensAfter),
      formatUsd(costUsd),
      formatOneLine(reason, 160),
    ]),
  )
}
