import {
  alignRight,
  buildFacts,
  buildTable,
  type Block,
  type Fact,
} from '../../../../../shared/document/document.ts'
import { buildCheckpointTable } from '../../../../../shared/experiments/build-checkpoint-table.ts'
import type { PlannedVariant } from '../../../../../shared/experiments/experiment-types.ts'
import { findMargin } from '../../../../../shared/experiments/find-margin.ts'
import { findVariantName } from '../../../../../shared/experiments/select-comparisons.ts'
import { formatCountWithNoun } from '../../../../../shared/kernel/format-count-with-noun.ts'
import { formatInteger } from '../../../../../shared/kernel/format-figures.ts'
import { formatMetricDifference } from '../../../../../shared/kernel/format-metric.ts'
import { formatUtcTime } from '../format-utc-time.ts'
import type { Section } from './report-document.ts'
import type { ReportInput } from './report-input.ts'

/** What was done to what, precisely enough to do it again. */
export function buildSetupSection(input: ReportInput): Section {
  const { experiment, results } = input
  const { summary, plan } = experiment
  const { rules } = results
  const facts: readonly Fact[] = [
    ['Experiment', summary.id],
    ['Content hash', summary.contentSha256],
    ['Started', formatUtcTime(summary.createdTs)],
    ['Ended', formatUtcTime(summary.finishedTs)],
    ['Written by', experiment.writtenBy],
    ['Seeds', `${plan.file.seed} of the experiment, ${rules.seed} of the statistics`],
    ['Resamples', formatInteger(rules.resamples)],
    ['Repeats', `${plan.file.repeats} of variants that ask a model`],
    ['Margins', formatMargins(input)],
    ...listVersionFacts(input),
    ['Judge', describeJudge(input)],
  ]
  return {
    title: 'Setup',
    blocks: [
      buildFacts(facts),
      buildVariantTable(plan.variants),
      ...buildSettingsBlocks(plan.variants, results),
      buildCheckpointTable(plan),
    ],
  }
}

/** Rules and primary metric. */
function listVersionFacts({ results }: ReportInput): readonly Fact[] {
  const { figuresVersion, primary, metrics, noiseFloor } = results
  const findMetricLabel = (id: string): string => metrics.find((metric) => metric.id === id)?.label ?? id
  const noise = Object.entries(noiseFloor).flatMap(([id, size]) => {
    const unit = metrics.find((metric) => metric.id === id)?.unit
    return unit === undefined || size === 0
      ? []
      : [`${findMetricLabel(id)} ${formatMetricDifference(size, unit).replace('+', '±')}`]
  })
  return [
    ['Figures', `by the rules of version ${figuresVersion}`],
    [
      'Primary metric',
      primary === null
        ? 'none'
        : `${findMetricLabel(primary.metric)}, ${primary.isDeclared ? 'named in the file' : 'the default'}`,
    ],
    ['Noise floor', results.again === null ? '' : noise.join(', ') || 'zero on every metric'],
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
  return `${judge.profile}, ${formatCountWithNoun(judge.probes, 'probe')} per cut${flips}`
}

function buildVariantTable(variants: readonly PlannedVariant[]): Block {
  return buildTable(
    [
      'Variant',
      'Provider',
      'Preset',
      'Model',
      'Prompt',
      ...alignRight('Target'),
      'Pins',
      ...alignRight('Repeats'),
    ],
    variants.map((variant) => [
      { text: variant.label, ...(variant.label === variant.id ? {} : { detail: variant.id }) },
      `${variant.providerId} ${variant.providerVersion}`,
      variant.presetId ?? '–',
      formatModel(variant),
      formatPrompt(variant),
      variant.targetTokens === null ? '–' : `${formatInteger(variant.targetTokens)} tok`,
      variant.pinConstraints ? 'constraints' : '–',
      String(variant.repeats),
    ]),
    { caption: 'Variants' },
  )
}

/** The model that a variant asks. */
export function formatModel({ model }: PlannedVariant): string {
  if (model === null) return '–'
  return model.isRemote ? model.label : `${model.label}, on this machine`
}

function formatPrompt({ prompt }: PlannedVariant): string {
  if (prompt === null) return "the provider's own"
  return 'file' in prompt ? prompt.file : `${prompt.promptId}@${prompt.version}`
}

function buildSettingsBlocks(
  variants: readonly PlannedVariant[],
  results: ReportInput['results'],
): readonly Block[] {
  return variants.map(({ id, settings }) => ({
    kind: 'code',
    label: `Settings of ${findVariantName(results, id)}`,
    text: JSON.stringify(settings, null, 2),
    isFolded: true,
  }))
}
