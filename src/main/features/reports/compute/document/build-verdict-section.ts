import { describeSecondSample } from '../../../../../shared/condense/outcome-words.ts'
import { buildFacts, buildText, type Block, type Fact } from '../../../../../shared/document/document.ts'
import { buildComparisons } from '../../../../../shared/experiments/build-comparisons.ts'
import { describeDecision } from '../../../../../shared/experiments/describe-decision-words.ts'
import { formatVariantName } from '../../../../../shared/experiments/select-comparisons.ts'
import { formatCountWithNoun } from '../../../../../shared/kernel/format-count-with-noun.ts'
import type { Section } from './report-document.ts'
import type { ReportInput } from './report-input.ts'

/** What the experiment says, in words. */
export function buildVerdictSection(input: ReportInput): Section {
  const { experiment, results } = input
  const unfinished = experiment.summary.status === 'finished' ? [] : [buildUnfinishedNote(input)]
  const decided = results.variants.length < 2 ? [] : buildDecisionBlocks(input)
  return { title: 'Verdicts', blocks: [...unfinished, ...decided, ...buildComparisons(results)] }
}

/** The sentence of each variant on the primary metric, and what a second sample of the baseline shows. */
function buildDecisionBlocks({ results }: ReportInput): readonly Block[] {
  const names = new Map(results.variants.map((variant) => [variant.id, formatVariantName(variant)]))
  const formatNameById = (id: string): string => names.get(id) ?? id
  const decision = describeDecision(results, formatNameById)
  const lines = (decision?.lines ?? []).map(({ text, limit }, index): Fact => [
    index === 0 ? (decision?.title ?? '') : 'Also',
    limit === '' ? text : `${text} ${limit}`,
  ])
  return [
    buildText(decision !== null && lines.length === 0 && `${decision.title}.`),
    buildFacts(lines),
    buildText(describeSecondSample(results, formatNameById)),
  ]
}

function buildUnfinishedNote({ experiment, results }: ReportInput): Block {
  const { status, reason } = experiment.summary
  const missing = results.cells.total - results.cells.done - results.cells.failed
  const why = reason === '' ? '' : ` ${reason}`
  return buildText(
    `The experiment is ${status}.${why} ${formatCountWithNoun(missing, 'cell')} of ${formatCountWithNoun(results.cells.total, 'cell')} missing: these are the figures so far.`,
  )
}
