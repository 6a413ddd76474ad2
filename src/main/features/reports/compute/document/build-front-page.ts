import {
  buildFacts,
  buildTable,
  buildText,
  type Block,
  type Fact,
} from '../../../../../shared/document/document.ts'
import { describeDecision, type Decision } from '../../../../../shared/experiments/describe-decision-words.ts'
import type { PlannedVariant } from '../../../../../shared/experiments/experiment-types.ts'
import { pickHeadlineMetrics } from '../../../../../shared/experiments/pick-primary-metric.ts'
import { findVariantName } from '../../../../../shared/experiments/select-comparisons.ts'
import { findLargest, findSmallest } from '../../../../../shared/kernel/find-extreme.ts'
import { formatCountWithNoun } from '../../../../../shared/kernel/format-count-with-noun.ts'
import { formatInteger } from '../../../../../shared/kernel/format-figures.ts'
import { formatShown } from '../../../../../shared/kernel/format-metric.ts'
import { buildDifferencePlot } from './build-plot-section.ts'
import { formatModel } from './build-setup-section.ts'
import { formatCheckpointName } from './lookups.ts'
import type { ReportInput } from './report-input.ts'

/** As many variants as stand beside each other on paper. */
const mostVariants = 3

/**
 * What somebody reads who has one minute: the verdict, one plot, three numbers, what differs, an example, and what to do.
 * Empty for a single variant.
 */
export function buildFrontPage(input: ReportInput): readonly Block[] {
  const { results } = input
  if (results.variants.length < 2) return []
  const decision = describeDecision(results, (id) => findVariantName(results, id))
  const [first] = decision?.lines ?? []
  const metrics = pickHeadlineMetrics(results.metrics, results.variants, results.primary?.metric)
  const [deciding] = metrics
  const plot = deciding === undefined ? null : buildDifferencePlot(input, deciding)
  return [
    buildText(first?.headline ?? decision?.title ?? 'Nothing was measured that could be compared.'),
    buildText(first !== undefined && [first.more, first.limit]),
    ...(plot === null ? [] : [plot.chart]),
    // What decides, what is saved, what it costs: what else is kept stands in the appendix.
    buildNumbers(
      input,
      metrics.filter((_, place) => metrics.length < 4 || place !== 1),
    ),
    ...buildDifferences(input),
    ...buildExample(input),
    { kind: 'heading', text: 'Recommendation' },
    buildText(describeAdvice(decision, input), describeCondition(input)),
  ]
}

function listShown({ experiment, results }: ReportInput): readonly PlannedVariant[] {
  const { variants } = experiment.plan
  const baseline = variants.filter(({ id }) => id === results.baselineId)
  return [...baseline, ...variants.filter(({ id, again }) => id !== results.baselineId && !again)].slice(
    0,
    mostVariants,
  )
}

function buildNumbers(input: ReportInput, metrics: ReportInput['results']['metrics']): Block {
  const { results } = input
  const shown = listShown(input)
  return buildFacts(
    metrics.slice(0, 3).map(({ id, label, unit }): Fact => [
      label,
      shown.map((variant) => {
        const found = results.variants.find((one) => one.id === variant.id)?.metrics[id]
        return `${findVariantName(results, variant.id)}: ${formatShown(found?.mean ?? null, unit)}`
      }),
    ]),
  )
}

const mostSettings = 5

/** What the variants are asked to do differently, side by side. */
function buildDifferences(input: ReportInput): readonly Block[] {
  const shown = listShown(input)
  const described = shown.map(describeVariant)
  const keys = [...new Set(described.flatMap((one) => [...one.keys()]))]
  const rows = keys.flatMap((key) => {
    const texts = described.map((one) => one.get(key) ?? '–')
    return new Set(texts).size === 1 ? [] : [[key, ...cutToDifference(texts)]]
  })
  if (rows.length === 0) return []
  const more = rows.length - mostSettings
  return [
    { kind: 'heading', text: 'What differs' },
    buildTable(
      ['', ...shown.map(({ id }) => findVariantName(input.results, id))],
      rows.slice(0, mostSettings),
      {
        note: more > 0 ? `And ${formatCountWithNoun(more, 'setting')} more, in the appendix.` : '',
      },
    ),
  ]
}

/** Settings that hold the text of a prompt. */
const promptKeys = ['customPrompt', 'instructions']

function describeVariant(variant: PlannedVariant): ReadonlyMap<string, string> {
  const { providerId, presetId, settings } = variant
  const described = new Map([
    ['Method', presetId === null ? providerId : `${providerId}: ${presetId}`],
    ['Model', formatModel(variant)],
  ])
  for (const [key, value] of Object.entries(settings))
    described.set(
      promptKeys.includes(key) ? 'Prompt' : key,
      typeof value === 'string' ? value : JSON.stringify(value),
    )
  return described
}

const longestText = 420

/** Texts as they are, or from where long ones begin to differ, to the line. */
function cutToDifference(texts: readonly string[]): readonly string[] {
  if (texts.every((text) => text.length <= longestText)) return texts
  const [first = ''] = texts
  let same = 0
  while (same < first.length && texts.every((text) => text[same] === first[same])) same += 1
  const from = same < 80 ? 0 : first.lastIndexOf('\n', same) + 1
  return texts.map((text) => {
    const part = text.slice(from, from + longestText)
    return `${from > 0 ? '… ' : ''}${part}${from + longestText < text.length ? ' …' : ''}`
  })
}

/** Both variants can do as well or as badly everywhere, and a file of runs that is not read has no texts to quote. */
const noExample =
  'There is none: at the cuts that differ most, no variant is known to have kept a fact that another one lost.'

function buildExample({ example, experiment, results }: ReportInput): readonly Block[] {
  const cut = experiment.plan.checkpoints.find(({ id }) => id === example?.checkpointId)
  if (example === null || cut === undefined)
    return [{ kind: 'heading', text: 'An example' }, buildText(noExample)]
  const [keeper, loser] = [example.keptBy, example.lostBy].map((id) => findVariantName(results, id))
  return [
    { kind: 'heading', text: 'An example' },
    {
      kind: 'quotes',
      label: `In “${formatCheckpointName(cut)}”, ${keeper} kept and ${loser} lost:`,
      texts: example.facts.map(({ text, usedIndex }) =>
        usedIndex === null ? text : `${text} – used in message ${usedIndex}`,
      ),
    },
  ]
}

function describeAdvice(decision: Decision | null, { results }: ReportInput): string {
  const baseline = findVariantName(results, results.baselineId)
  const comparison = decision?.lines[0]?.comparisons[0]
  if (comparison === undefined) return `Keep ${baseline}: no figure tells these apart here.`
  const other = findVariantName(results, comparison.b)
  switch (comparison.verdict.word) {
    case 'better':
      return `Use ${other} in place of ${baseline}.`
    case 'worse':
      return `Keep ${baseline}.`
    case 'no-difference':
      return `Choose between ${baseline} and ${other} by their cost: they do the same here.`
    case 'not-enough-data':
      return `Keep ${baseline} for now, and compare on more tasks.`
  }
}

/** What the verdict rests on, beyond which it is a guess. */
function describeCondition({ experiment }: ReportInput): string {
  const { checkpoints, variants } = experiment.plan
  const sizes = checkpoints.map(({ tokens }) => tokens)
  const tasks = new Set(checkpoints.map(({ taskId }) => taskId)).size
  const models = [...new Set(variants.filter(({ model }) => model !== null).map(formatModel))]
  const [least, largest] = [findSmallest(sizes), findLargest(sizes)].map(formatInteger)
  const range = sizes.length === 0 ? '' : `, of ${least === largest ? '' : `${least} to `}${largest} tokens`
  const asked = models.length === 0 ? '' : ` with ${models.join(' and ')}`
  return `This holds for histories like the ${formatCountWithNoun(checkpoints.length, 'cut')} of ${formatCountWithNoun(tasks, 'task')} here${range}${asked}. Measure again when the agent, the model or the kind of work changes.`
}
