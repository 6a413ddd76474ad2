import type { MetricInfo } from '../../../../shared/activity/quality-types.ts'
import { describeSecondSample } from '../../../../shared/condense/outcome-words.ts'
import { describeDecision } from '../../../../shared/experiments/describe-decision-words.ts'
import { describeVerdict, describeFamily } from '../../../../shared/experiments/describe-verdict-words.ts'
import type {
  ExperimentResults,
  VariantComparison,
} from '../../../../shared/experiments/experiment-results-types.ts'
import { findMissingFigures } from '../../../../shared/experiments/find-missing-figures.ts'
import { describeMissingFigures } from '../../../../shared/experiments/missing-words.ts'
import { showControls } from '../../../../shared/experiments/show-controls-lib.ts'
import { findLargest, findSmallest } from '../../../../shared/kernel/find-extreme.ts'
import { formatInteger, formatPercent } from '../../../../shared/kernel/format-figures.ts'
import { verdictLooks } from '../../../../shared/kernel/words/verdict-words.ts'
import { formatCountWithNoun } from '../../../lib/format.ts'
import { VariantMark } from '../../../ui/components/marks/variant-mark.tsx'
import { Block, Heading, Inline, Row } from '../../../ui/layout/layout.tsx'
import { useExperiment } from '../experiment-context.ts'
import { FigureLink } from './figure-link.tsx'
import { verdictOrder } from './verdict-order.ts'

/** With more variants than this only the first one that differs from the baseline is unfolded. */
const mostOpen = 3

/** What the experiment says, in words: variant by variant against the baseline. */
export function VerdictList() {
  const { results, names, baselineId, detail } = useExperiment()
  if (results === null) return null
  const others = names.order.filter((variantId) => variantId !== baselineId)
  const firstCalled = others.find((variantId) =>
    results.comparisons.some(
      ({ b, verdict: { word } }) => b === variantId && (word === 'better' || word === 'worse'),
    ),
  )
  return (
    <Block component="section" pt="sm" pb={10} px="md" fz="xs" aria-label="Verdicts">
      <Heading mb="xs">Verdicts</Heading>
      <DecisionNotes results={results} />
      <TooFewTasks results={results} />
      {[...describeMissingFigures(findMissingFigures(detail.plan, detail.cells)), ...results.notes].map(
        (note) => (
          <Block key={note} component="p" mb="xs" tone="caution">
            {showControls(note)}
          </Block>
        ),
      )}
      {others.map((variantId) => (
        <VariantVerdicts
          key={variantId}
          variantId={variantId}
          isOpen={!isTooFew(results) && (others.length <= mostOpen || variantId === firstCalled)}
        />
      ))}
      {results.flipRate !== null && (
        <Block component="p" mb="xs" c="dimmed">
          The judge changed its mind with the order of the two in {formatPercent(100 * results.flipRate)} of
          its judgements.
        </Block>
      )}
    </Block>
  )
}

/** Which metric decides, how the others are corrected, and what a second sample of the baseline shows. */
function DecisionNotes({ results }: { readonly results: ExperimentResults }) {
  const { names } = useExperiment()
  const decision = describeDecision(results, names.findName)
  const second = describeSecondSample(results, names.findName)
  const secondary = results.comparisons.find(({ family }) => family === 'secondary')
  const notes = [
    decision === null ? '' : `${decision.title}.`,
    secondary === undefined ? '' : `All other metrics but time are ${describeFamily(secondary)}.`,
    second,
  ].filter((note) => note !== '')
  return (
    notes.length > 0 && (
      <Block component="p" mb="xs" c="dimmed">
        {notes.join(' ')}
      </Block>
    )
  )
}

function TooFewTasks({ results }: { readonly results: ExperimentResults }) {
  const { comparisons, rules } = results
  if (comparisons.length === 0 || !isTooFew(results)) return null
  const most = countMostTasks(results)
  return (
    <Block component="p" mb="xs" c="dimmed" role="status">
      Not enough data for any verdict:{' '}
      {most === 0 ? 'no task with values of both' : formatCountWithNoun(most, 'task')}, and fewer than{' '}
      {rules.fewestTasks} say nothing about others. Figures and intervals below hold for these tasks alone.
    </Block>
  )
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

function VariantVerdicts({ variantId, isOpen }: { readonly variantId: string; readonly isOpen: boolean }) {
  const { results, names, metrics, baselineId } = useExperiment()
  const against = (results?.comparisons ?? []).filter(({ b }) => b === variantId)
  const counts = verdictOrder.flatMap((word) => {
    const count = against.filter(({ verdict }) => verdict.word === word).length
    return count === 0 ? [] : [{ word, count }]
  })
  return (
    <details open={isOpen}>
      <Row component="summary" wrap gap="2px sm" mih={22}>
        <VariantMark place={names.findPlace(variantId)} />
        <strong>{names.findName(variantId)}</strong>
        <Inline c="dimmed">against {names.findName(baselineId)}:</Inline>
        {counts.map(({ word, count }) => (
          <span key={word} data-tone={word}>
            {verdictLooks[word].sign} {verdictLooks[word].short} in {count}
          </span>
        ))}
      </Row>
      {verdictOrder.map((word) => (
        <VerdictLines
          key={word}
          word={word}
          lines={against
            .filter(({ verdict }) => verdict.word === word)
            .flatMap((comparison) => {
              const metric = metrics.find(({ id }) => id === comparison.metric)
              return metric === undefined ? [] : [{ comparison, metric }]
            })}
        />
      ))}
    </details>
  )
}

type VerdictLinesProps = {
  readonly word: VariantComparison['verdict']['word']
  readonly lines: readonly { readonly comparison: VariantComparison; readonly metric: MetricInfo }[]
}

/** Verdicts of one word. Those that say little are one line. */
function VerdictLines({ word, lines }: VerdictLinesProps) {
  const { names } = useExperiment()
  const { sign, short } = verdictLooks[word]
  if (lines.length === 0) return null
  if (word === 'not-enough-data' || word === 'no-difference') {
    return (
      <Block component="p" pl="lg" maw="110ch">
        <span data-tone={word}>
          {sign} {short}:
        </span>{' '}
        {lines.map((line, index) => (
          <span key={line.metric.id}>
            {index > 0 && ', '}
            <FigureLink
              variantId={line.comparison.b}
              metric={line.metric.id}

              title={describeVerdict(line.comparison, line.metric, names.findName)}
            >
              {line.metric.label}
            </FigureLink>
          </span>
        ))}
        {word === 'not-enough-data' && <MoreNote comparisons={lines.map(({ comparison }) => comparison)} />}
      </Block>
    )
  }
  return lines.map((line) => (
    <Block key={line.metric.id} component="p" pl="lg" maw="110ch">
      <span data-tone={word}>
        {sign} {short}
      </span>{' '}
      <FigureLink variantId={line.comparison.b} metric={line.metric.id}>
        {describeVerdict(line.comparison, line.metric, names.findName)}
      </FigureLink>
    </Block>
  ))
}

/** Data that a verdict on the first of them would need. */
function MoreNote({ comparisons }: { readonly comparisons: readonly VariantComparison[] }) {
  const needed = comparisons.flatMap(({ verdict }) =>
    verdict.word === 'not-enough-data' && verdict.more.tasks !== null ? [verdict.more.tasks] : [],
  )
  if (needed.length === 0) return null
  const [least, most] = [findSmallest(needed), findLargest(needed)]
  return (
    <Inline c="dimmed">
      . About {formatCountWithNoun(least, 'more task')} for the nearest
      {most > least && `, ${formatInteger(most)} for the farthest`}
    </Inline>
  )
}
