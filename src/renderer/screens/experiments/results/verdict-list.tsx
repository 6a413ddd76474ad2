import { describeSecondSample } from '../../../../shared/condense/outcome-words.ts'
import { buildText, type Block } from '../../../../shared/document/document.ts'
import { buildComparisons } from '../../../../shared/experiments/build-comparisons.ts'
import { describeDecision } from '../../../../shared/experiments/describe-decision-words.ts'
import type { ExperimentResults } from '../../../../shared/experiments/experiment-results-types.ts'
import { findMissingFigures } from '../../../../shared/experiments/find-missing-figures.ts'
import { describeMissingFigures } from '../../../../shared/experiments/missing-words.ts'
import { findLargest } from '../../../../shared/kernel/find-extreme.ts'
import { formatCountWithNoun } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatPercent } from '../../../../shared/kernel/format-figures.ts'
import { DocumentView } from '../../../ui/document/document-view.tsx'
import { Block as Area, Heading } from '../../../ui/layout/layout.tsx'
import { useExperiment } from '../experiment-context.ts'
import { drawFigureLink } from './figure-link.tsx'

/** With more variants than this only the first one that differs from the baseline is unfolded. */
const mostOpen = 3

/** What the experiment says, in words: variant by variant against the baseline. */
export function VerdictList() {
  const { results, names, detail } = useExperiment()
  if (results === null) return null
  const decision = describeDecision(results, names.findName)
  const blocks = [
    buildText(
      decision && `${decision.title}.`,
      describeSecondSample(results, names.findName),
      describeTooFewTasks(results),
      describeMissingFigures(findMissingFigures(detail.plan, detail.cells)),
      results.notes,
    ),
    ...buildComparisons(results).map((block) => foldCards(block, results)),
    buildText(
      results.flipRate !== null &&
        `The judge changed its mind with the order of the two in ${formatPercent(100 * results.flipRate)} of its judgements.`,
    ),
  ]
  return (
    <Area component="section" pt="sm" pb={10} fz="xs" aria-label="Verdicts">
      <Heading mb="xs" px="md">
        Verdicts
      </Heading>
      <DocumentView blocks={blocks} drawFigure={drawFigureLink} />
    </Area>
  )
}

function foldCards(block: Block, results: ExperimentResults): Block {
  if (block.kind !== 'comparison') return block
  const first = block.cards.findIndex(({ lines }) =>
    lines.some(({ word }) => word === 'better' || word === 'worse'),
  )
  return {
    ...block,
    cards: block.cards.map((card, index) => ({
      ...card,
      isFolded: isTooFew(results) || (block.cards.length > mostOpen && index !== first),
    })),
  }
}

function describeTooFewTasks(results: ExperimentResults): string {
  if (results.comparisons.length === 0 || !isTooFew(results)) return ''
  const most = countMostTasks(results)
  const tasks = most === 0 ? 'no task with values of both' : formatCountWithNoun(most, 'task')
  return `Not enough data for any verdict: ${tasks}, and fewer than ${results.rules.fewestTasks} say nothing about others. Figures and intervals below hold for these tasks alone.`
}

function isTooFew(results: ExperimentResults): boolean {
  return countMostTasks(results) < results.rules.fewestTasks
}

function countMostTasks({ comparisons }: ExperimentResults): number {
  return findLargest(
    comparisons.map(({ tasks }) => tasks),
    0,
  )
}
