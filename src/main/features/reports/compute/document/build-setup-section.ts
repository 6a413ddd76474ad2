import type { PlannedVariant } from '../../../../../shared/experiments/experiment-types.ts'
import { findMargin } from '../../../../../shared/experiments/find-margin.ts'
import { formatCountWithNoun } from '../../../../../shared/kernel/format-count-with-noun.ts'
import { formatInteger } from '../../../../../shared/kernel/format-figures.ts'
import { formatMetricDifference } from '../../../../../shared/kernel/format-metric.ts'
import { formatTime } from '../words/format-report-figures.ts'
import type { Block, Section, Table } from './report-document.ts'
import type { ReportInput } from './report-input.ts'

const cutReasons = {
  recorded: 'where the task condensed',
  trigger: 'where the trigger fires',
  share: 'at a share of the messages',
  index: 'at a message that was named',
} as const

/** What was done to what, precisely enough to do it again. */
export function buildSetupSection(input: ReportInput): Section {
  const { experiment, results } = input
  const { summary, plan } = experiment
  const { rules } = results
  const facts = [
    { label: 'Experiment', value: summary.id },
    { label: 'Content hash', value: summary.contentSha256 },
    { label: 'Started', value: formatTime(summary.createdTs) },
    { label: 'Ended', value: formatTime(summary.finishedTs) },
    { label: 'Written by', value: experiment.writtenBy },
    { label: 'Seeds', value: `${plan.file.seed} of the experiment, ${rules.seed} of the statistics` },
    { label: 'Resamples', value: formatInteger(rules.resamples) },
    { label: 'Repeats', value: `${plan.file.repeats} of variants that ask a model` },
    { label: 'Margins', value: formatMargins(input) },
    ...listVersionFacts(input),
    { label: 'Judge', value: describeJudge(input) },
  ]
  return {
    title: 'Setup',
    blocks: [
      { kind: 'facts', rows: facts },
      buildVariantTable(plan.variants),
      ...buildSettingsBlocks(plan.variants),
      buildCheckpointTable(input),
    ],
  }
}

/** Rules and primary metric; version 1 had one set of rules and no primary metric. */
function listVersionFacts({
  results,
}: ReportInput): readonly { readonly label: string; readonly value: string }[] {
  const { figuresVersion, primary, metrics, noiseFloor } = results
  if (figuresVersion === 1) return []
  const findMetricLabel = (id: string): string => metrics.find((metric) => metric.id === id)?.label ?? id
  const noise = Object.entries(noiseFloor).flatMap(([id, size]) => {
    const unit = metrics.find((metric) => metric.id === id)?.unit
    return unit === undefined || size === 0
      ? []
      : [`${findMetricLabel(id)} ${formatMetricDifference(size, unit).replace('+', '±')}`]
  })
  return [
    { label: 'Figures', value: `by the rules of version ${figuresVersion}` },
    {
      label: 'Primary metric',
      value:
        primary === null
          ? 'none'
          : `${findMetricLabel(primary.metric)}, ${primary.isDeclared ? 'named in the file' : 'the default'}`,
    },
    ...(results.again === null
      ? []
      : [{ label: 'Noise floor', value: noise.length === 0 ? 'zero on every metric' : noise.join(', ') }]),
  ]
}

/** Those of the file, and those that hold where it has none. */
function formatMargins({ experiment, results }: ReportInput): string {
  const own = Object.entries(experiment.plan.file.margins)
  const usual = [...new Map(results.metrics.map((metric) => [metric.unit, findMargin(metric, {})]))]
  const words = [
    ...own.map(([metric, margin]) => `${metric} ±${margin}`),
    ...usual.flatMap(([unit, margin]) =>
      margin === 0
        ? []
        : `${own.length === 0 ? '' : 'else '}${formatMetricDifference(margin, unit).replace('+', '±')} (${unit})`,
    ),
  ]
  return words.length === 0 ? 'none' : words.join(', ')
}

function describeJudge({ experiment, results }: ReportInput): string {
  const { judge } = experiment.plan.file
  if (judge === undefined) return 'none'
  const flips =
    results.flipRate === null
      ? ''
      : `, ${(100 * results.flipRate).toFixed(1)} % of its judgements went by place`
  return `${judge.profile}, ${formatCountWithNoun(judge.probes, 'probe')} per checkpoint${flips}`
}

function buildVariantTable(variants: readonly PlannedVariant[]): Table {
  return {
    kind: 'table',
    caption: 'Variants',
    isFolded: false,
    columns: [
      { label: 'Variant' },
      { label: 'Provider' },
      { label: 'Preset' },
      { label: 'Model' },
      { label: 'Prompt' },
      { label: 'Target', isNumber: true },
      { label: 'Pins' },
      { label: 'Repeats', isNumber: true },
    ],
    rows: variants.map((variant) => ({
      head: { text: variant.id, ...(variant.label === variant.id ? {} : { detail: variant.label }) },
      cells: [
        { text: `${variant.providerId} ${variant.providerVersion}` },
        { text: variant.presetId ?? '–' },
        { text: formatModel(variant) },
        { text: formatPrompt(variant) },
        { text: variant.targetTokens === null ? '–' : `${formatInteger(variant.targetTokens)} tok` },
        { text: variant.pinConstraints ? 'constraints' : '–' },
        { text: String(variant.repeats) },
      ],
    })),
  }
}

function formatModel({ model }: PlannedVariant): string {
  if (model === null) return '–'
  return model.isRemote ? model.label : `${model.label}, on this machine`
}

function formatPrompt({ prompt }: PlannedVariant): string {
  if (prompt === null) return "the provider's own"
  return 'file' in prompt ? prompt.file : `${prompt.promptId}@${prompt.version}`
}

function buildSettingsBlocks(variants: readonly PlannedVariant[]): readonly Block[] {
  return variants.map(({ id, settings }) => ({
    kind: 'code',
    label: `Settings of ${id}`,
    text: JSON.stringify(settings, null, 2),
    isFolded: true,
  }))
}

function buildCheckpointTable({ experiment }: ReportInput): Table {
  return {
    kind: 'table',
    caption: 'Checkpoints: where each task was cut, and what was recorded after it',
    isFolded: false,
    columns: [
      { label: 'Task' },
      { label: 'Cut at', isNumber: true },
      { label: 'Why there' },
      { label: 'Messages', isNumber: true },
      { label: 'Tokens', isNumber: true },
      { label: 'Continuation', isNumber: true },
      { label: 'SHA-256 of the history' },
    ],
    rows: experiment.plan.checkpoints.map((checkpoint) => ({
      head: { text: checkpoint.taskTitle, detail: checkpoint.taskId },
      cells: [
        { text: formatInteger(checkpoint.index) },
        { text: cutReasons[checkpoint.reason] },
        { text: formatInteger(checkpoint.messages) },
        { text: formatInteger(checkpoint.tokens) },
        { text: `${formatInteger(checkpoint.continuationMessages)} messages` },
        { text: checkpoint.snapshotSha256.slice(0, 16) },
      ],
    })),
  }
}
