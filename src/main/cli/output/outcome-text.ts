import type { OutcomeSummary, Warning } from '../../../shared/domain/outcome.ts'
import type { PromptReference } from '../../../shared/domain/prompt.ts'
import type { RunSummary } from '../../../shared/domain/run.ts'
import { estimatedUsdText } from '../../../shared/words/prices.ts'
import { requestSizeText } from '../../../shared/words/recorded-words.ts'
import { countOf, formatCount } from '../../../shared/lib/count-of.ts'
import { costWarnings } from '../../services/runs/cost-warnings.ts'
import { formatDuration, formatPercent, formatUsd, oneLine } from './figures.ts'
import { violationsText } from './inspection-text.ts'
import { formatPairs, formatTable } from './table.ts'
import type { RunEstimate } from '../../../shared/domain/estimate.ts'

/** `condense` for people. A run that failed or changed nothing shows as that, never as a saving of 0 %. */
export function outcomeText(run: RunSummary, outcome: OutcomeSummary): string {
  return [
    `${run.providerId}${run.presetId === null ? '' : ` (${run.presetId})`}: ${headline(outcome)}\n`,
    formatPairs([['run', run.id], ['model', modelText(run)], ...figures(outcome)]),
    attemptsText(outcome),
    operationsText(outcome),
    passesText(outcome),
    decisionsText(outcome),
    outcome.validity.length === 0 ? '' : violationsText(outcome.validity),
    notesText(outcome.notes),
    outcome.warnings.map(({ message }) => `warning: ${oneLine(message, 300)}\n`).join(''),
  ]
    .filter((section) => section !== '')
    .join('\n')
}

function costText({
  costUsd,
  estimatedCostUsd = 0,
  modelCalls,
}: Pick<RunEstimate, 'costUsd' | 'estimatedCostUsd' | 'modelCalls'>): string {
  if (costUsd === 0 && estimatedCostUsd > 0)
    return `${estimatedUsdText(estimatedCostUsd)} at the prices of the task’s model, and nothing was charged`
  return `${formatUsd(costUsd)}, ${countOf(modelCalls, 'model call')}`
}

/** Whether an external arm worked and did not say what it cost. */
function isCostUnsaid({
  warnings,
  stats: { priceUsd },
}: Pick<OutcomeSummary, 'warnings' | 'stats'>): boolean {
  return priceUsd === null && warnings.some(({ code }) => code === 'arm-cost-unknown')
}

function unsaidCostText({ costUsd }: OutcomeSummary['stats']): string {
  return costUsd === 0 ? 'not known' : `${formatUsd(costUsd)} and what the arm took`
}

/** The same for a run that was cancelled: what it did cost is all that is left of it. */
export function cancelledText(run: RunSummary): string {
  const { spent } = run
  const cost =
    spent === undefined ? '' : `${formatUsd(spent.costUsd)}, ${countOf(spent.modelCalls, 'model call')}`
  const warnings = costWarnings(spent, 0).map(({ message }) => `warning: ${message}\n`)
  const pairs = formatPairs([
    ['run', run.id],
    ['model', modelText(run)],
    ['cost', cost],
  ])
  return [`${run.providerId}: cancelled\n`, pairs, ...warnings].join('\n')
}

function headline({ status, reason, error }: OutcomeSummary): string {
  if (status === 'unchanged') return `unchanged, ${oneLine(reason, 300)}`
  if (status === 'failed') return `failed, ${oneLine(error?.message ?? 'no reason was given', 300)}`
  return 'condensed'
}

function figures({
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
    ['request', request === undefined ? '' : requestSizeText(request)],
    [
      'saved',
      fidelity === null || status !== 'condensed'
        ? ''
        : `${formatCount(fidelity.reversibleTokens)} reversible, ${formatCount(fidelity.supersededTokens)} superseded`,
    ],
    ['cost', isCostUnsaid({ warnings, stats }) ? unsaidCostText(stats) : costText(stats)],
    ['time', formatDuration(stats.durationMs)],
    ['pins', trace.find(({ label }) => label === 'Pins')?.reason ?? ''],
  ]
}

function modelText({ model, prompt }: RunSummary): string {
  if (model === null) return ''
  return prompt === null ? model.label : `${model.label}, prompt ${promptText(prompt)}`
}

/** Which prompt was asked with, and who chose it where the run did not. */
function promptText({ promptId, version, from }: PromptReference): string {
  const whose = from === undefined ? '' : ` (of the ${from})`
  return `${promptId}@${version}${whose}`
}

/** What was taken for what was not said, or said in other words. */
function notesText(notes: readonly Warning[] = []): string {
  return notes.map(({ message }) => `note: ${oneLine(message, 300)}\n`).join('')
}

/** Only where there was more than one. */
function attemptsText({ attempts }: OutcomeSummary): string {
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
      oneLine(message, 120),
    ]),
  )
}

function operationsText({ stats }: OutcomeSummary): string {
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
    unchanged: `would change nothing: ${oneLine(reason, 300)}`,
    failed: `would fail: ${oneLine(reason, 300)}`,
  }
  return [
    `${headlines[status]}\n`,
    formatPairs([
      ['provider', asked === undefined ? '' : `${asked.providerId}${presetText(asked.presetId)}`],
      ['prompt', asked?.prompt == null ? '' : promptText(asked.prompt)],
      ['tokens', `${formatCount(originalTokens)} -> ${formatCount(finalTokens)} (${formatPercent(-saved)})`],
      ['counted', `${formatPercent(100 * confidence)} of what would be left, the rest guessed`],
      ['cost', costText(estimate)],
      ['time', formatDuration(durationMs)],
    ]),
    passesText(estimate),
    decisionsText(estimate),
    notesText(estimate.notes),
    estimate.warnings.map(({ message }) => `warning: ${oneLine(message, 300)}\n`).join(''),
  ]
    .filter((section) => section !== '')
    .join('\n')
}

const presetText = (presetId: string | null): string => (presetId === null ? '' : ` (${presetId})`)

/** Figures of each pass. */
function passesText({ passes }: Pick<OutcomeSummary, 'passes'>): string {
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
function decisionsText({ trace }: Pick<OutcomeSummary, 'trace'>): string {
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
      oneLine(label, 60),
      decision,
      formatCount(tokensBefore),
      formatCount(tokensAfter),
      formatUsd(costUsd),
      oneLine(reason, 160),
    ]),
  )
}
