import { Table } from '@mantine/core'
import type {
  AssertionResult,
  ExperimentResults,
  VariantComparison,
} from '../../../../shared/domain/experiment-results.ts'
import { formatMetric } from '../../../../shared/lib/format-metric.ts'
import { coverageText } from '../../../../shared/words/metric-words.ts'
import type { MetricInfo } from '../../../../shared/domain/quality.ts'
import { formatInteger, formatPercent } from '../../../../shared/lib/format-figures.ts'
import { showControls } from '../../../../shared/lib/show-controls.ts'
import { describeOutcomeSplit, describeSecondSample } from '../../../../shared/words/outcome-words.ts'
import { assertionLooks, verdictLooks } from '../../../../shared/words/verdict-words.ts'
import { countOf } from '../../../lib/format.ts'
import { missingFigures } from '../../../../shared/lib/missing-figures.ts'
import { missingTexts } from '../../../../shared/words/missing-words.ts'
import { useExperiment } from '../experiment-context.ts'
import { HeadCell } from '../../../components/explained.tsx'
import { VariantMark } from '../../../components/marks/variant-mark.tsx'
import { describeDecision } from '../../../../shared/words/describe-decision.ts'
import { describeVerdict, familyWords } from '../../../../shared/words/describe-verdict.ts'
import { FigureLink } from './figure-link.tsx'
import styles from './results-tab.module.css'
import { verdictOrder } from './verdict-order.ts'
import { findLargest, findSmallest } from '../../../../shared/lib/find-extreme.ts'

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
    <section className={styles.verdicts} aria-label="Verdicts">
      <h2 className={styles.heading}>Verdicts</h2>
      <DecisionNotes results={results} />
      <TooFewTasks results={results} />
      {[...missingTexts(missingFigures(detail.plan, detail.cells)), ...results.notes].map((note) => (
        <p key={note} className={styles.caution}>
          {showControls(note)}
        </p>
      ))}
      {others.map((variantId) => (
        <VariantVerdicts
          key={variantId}
          variantId={variantId}
          isOpen={!isTooFew(results) && (others.length <= mostOpen || variantId === firstCalled)}
        />
      ))}
      {results.flipRate !== null && (
        <p className={styles.note}>
          The judge changed its mind with the order of the two in {formatPercent(100 * results.flipRate)} of
          its judgements.
        </p>
      )}
    </section>
  )
}

/** Which metric decides, how the others are corrected, and what a second sample of the baseline shows. */
function DecisionNotes({ results }: { readonly results: ExperimentResults }) {
  const { names } = useExperiment()
  const decision = describeDecision(results, names.nameOf)
  const second = describeSecondSample(results, names.nameOf)
  const secondary = results.comparisons.find(({ family }) => family === 'secondary')
  const notes = [
    decision === null ? '' : `${decision.title}.`,
    secondary === undefined ? '' : `All other metrics but time are ${familyWords(secondary)}.`,
    second,
  ].filter((note) => note !== '')
  return notes.length > 0 && <p className={styles.note}>{notes.join(' ')}</p>
}

function TooFewTasks({ results }: { readonly results: ExperimentResults }) {
  const { comparisons, rules } = results
  if (comparisons.length === 0 || !isTooFew(results)) return null
  const most = mostTasks(results)
  return (
    <p className={styles.note} role="status">
      Not enough data for any verdict: {most === 0 ? 'no task with values of both' : countOf(most, 'task')},
      and fewer than {rules.fewestTasks} say nothing about others. Figures and intervals below hold for these
      tasks alone.
    </p>
  )
}

function isTooFew(results: ExperimentResults): boolean {
  return mostTasks(results) < results.rules.fewestTasks
}

function mostTasks({ comparisons }: ExperimentResults): number {
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
    <details className={styles.variantVerdicts} open={isOpen}>
      <summary>
        <VariantMark place={names.placeOf(variantId)} />
        <strong>{names.nameOf(variantId)}</strong>
        <span className={styles.muted}>against {names.nameOf(baselineId)}:</span>
        {counts.map(({ word, count }) => (
          <span key={word} className={styles.tone} data-tone={word}>
            {verdictLooks[word].sign} {verdictLooks[word].short} in {count}
          </span>
        ))}
      </summary>
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
      <p className={styles.line}>
        <span className={styles.tone} data-tone={word}>
          {sign} {short}:
        </span>{' '}
        {lines.map((line, index) => (
          <span key={line.metric.id}>
            {index > 0 && ', '}
            <FigureLink
              variantId={line.comparison.b}
              metric={line.metric.id}
              className={styles.sentence}
              title={describeVerdict(line.comparison, line.metric, names.nameOf)}
            >
              {line.metric.label}
            </FigureLink>
          </span>
        ))}
        {word === 'not-enough-data' && <MoreNote comparisons={lines.map(({ comparison }) => comparison)} />}
      </p>
    )
  }
  return lines.map((line) => (
    <p key={line.metric.id} className={styles.line}>
      <span className={styles.tone} data-tone={word}>
        {sign} {short}
      </span>{' '}
      <FigureLink variantId={line.comparison.b} metric={line.metric.id} className={styles.sentence}>
        {describeVerdict(line.comparison, line.metric, names.nameOf)}
      </FigureLink>
    </p>
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
    <span className={styles.muted}>
      . About {countOf(least, 'more task')} for the nearest
      {most > least && `, ${formatInteger(most)} for the farthest`}
    </span>
  )
}

/** How figures at the cut go with the outcomes of the tasks; nothing where no outcome is known. */
export function OutcomeList() {
  const { results, metrics, names } = useExperiment()
  const outcomes = results?.outcomes ?? []
  if (outcomes.length === 0) return null
  return (
    <section className={styles.assertions} aria-label="Outcomes">
      <details>
        <summary className={styles.fold}>Solved and unsolved tasks</summary>
        {outcomes.flatMap((split) => {
          const metric = metrics.find(({ id }) => id === split.metric)
          return metric === undefined
            ? []
            : [
                <p key={`${split.variant} ${split.metric}`} className={styles.line}>
                  {describeOutcomeSplit(split, metric, names.nameOf)}
                </p>,
              ]
        })}
      </details>
    </section>
  )
}

const tones = { ok: 'better', failed: 'worse', inconclusive: 'not-enough-data' } as const

type AssertionsProps = { readonly label: string; readonly assertions: readonly AssertionResult[] }

/** What had to hold, and whether it does. Failed and undecided assertions come first, passed ones are folded. */
export function AssertionTable() {
  const { results } = useExperiment()
  const assertions = results?.assertions ?? []
  const of = (wanted: AssertionResult['state']) => assertions.filter(({ state }) => state === wanted)
  const [failed, open, held] = [of('failed'), of('inconclusive'), of('ok')]
  if (assertions.length === 0) return null
  return (
    <section className={styles.assertions} aria-label="Assertions">
      <h2 className={styles.heading}>
        Assertions:{' '}
        {[
          ...(failed.length === 0 ? [] : [`${failed.length} of ${assertions.length} do not hold`]),
          ...(open.length === 0 ? [] : [`${open.length} of ${assertions.length} inconclusive`]),
        ].join(', ') || 'all hold'}
      </h2>
      {held.length < assertions.length && (
        <Assertions label="Assertions that do not hold" assertions={[...failed, ...open]} />
      )}
      {held.length > 0 && (
        <details>
          <summary className={styles.fold}>{countOf(held.length, 'assertion')} that hold</summary>
          <Assertions label="Assertions that hold" assertions={held} />
        </details>
      )}
    </section>
  )
}

function Assertions({ label, assertions }: AssertionsProps) {
  const { names, metrics } = useExperiment()
  const hasReasons = assertions.some(({ message }) => message !== '')
  return (
    <Table className={styles.table ?? ''} aria-label={label} horizontalSpacing={8} verticalSpacing={2}>
      <Table.Thead>
        <Table.Tr>
          <HeadCell label="State" term="assertion" />
          <HeadCell label="Variant" />
          <HeadCell label="Metric" />
          <HeadCell label="Expected" />
          <HeadCell ta="right" label="Is" />
          {hasReasons && <HeadCell label="Why" />}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {assertions.map(({ state, metric: metricId, variant, expected, value, message, ...rest }, index) => {
          const metric = metrics.find(({ id }) => id === metricId)
          return (
            <Table.Tr key={index}>
              <Table.Td className={styles.tone ?? ''} data-tone={tones[state]}>
                {assertionLooks[state].sign} {assertionLooks[state].word}
              </Table.Td>
              <Table.Td>{names.nameOf(variant)}</Table.Td>
              <Table.Td>
                <FigureLink variantId={variant} metric={metricId} className={styles.sentence}>
                  {metric?.label ?? metricId}
                </FigureLink>
              </Table.Td>
              <Table.Td>{expected}</Table.Td>
              <Table.Td ta="right">
                {[metric ? formatMetric(value, metric.unit) : '–', coverageText(rest)]
                  .filter((text) => text !== '')
                  .join(' · ')}
              </Table.Td>
              {hasReasons && <Table.Td>{showControls(message)}</Table.Td>}
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}
