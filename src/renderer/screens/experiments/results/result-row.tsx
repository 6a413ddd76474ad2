import { VisuallyHidden } from '@mantine/core'
import { formatCoverage } from '../../../../shared/activity/metric-words.ts'
import type { MetricInfo } from '../../../../shared/activity/quality-types.ts'
import type {
  MetricSummary,
  VariantComparison,
} from '../../../../shared/experiments/experiment-results-types.ts'
import { statedByArm } from '../../../../shared/experiments/missing-words.ts'
import { formatShown, formatShownDifference } from '../../../../shared/kernel/format-metric.ts'
import { verdictLooks } from '../../../../shared/kernel/words/verdict-words.ts'
import { formatBare, formatBareDifference } from '../../../lib/bare-figures.ts'
import { formatCountWithNoun } from '../../../lib/format.ts'
import { VariantMark } from '../../../ui/components/marks/variant-mark.tsx'
import { Block, Inline, Row } from '../../../ui/layout/layout.tsx'
import { useExperiment } from '../experiment-context.ts'
import { FigureLink } from './figure-link.tsx'
import type { MetricColumnGroup } from './group-metric-columns.ts'
import { verdictOrder } from './verdict-order.ts'
import styles from './results-table.module.css'

/** The figure that is looked into. */
export type ChosenFigure = { readonly variantId: string; readonly metric: MetricInfo }

type ResultRowProps = {
  readonly variantId: string
  readonly groups: readonly MetricColumnGroup[]
  readonly chosen: ChosenFigure | null
}

/** One variant in all its figures. */
export function ResultRow({ variantId, groups, chosen }: ResultRowProps) {
  const { results, names, baselineId } = useExperiment()
  const variant = results?.variants.find(({ id }) => id === variantId)
  const isBaseline = variantId === baselineId
  return (
    <tr data-baseline={isBaseline}>
      <th scope="row" className={styles.variantHead}>
        <Row component="span" gap={6}>
          <VariantMark place={names.findPlace(variantId)} />
          <Inline miw={0} cut title={names.findName(variantId)}>
            {names.findName(variantId)}
          </Inline>
        </Row>
        {variant !== undefined && (
          <Block component="span" display="block" c="dimmed" fz={11} fw={400} lh="14px">
            {[
              isBaseline && 'baseline',
              formatCountWithNoun(variant.cells.done, 'cell'),
              variant.cells.failed > 0 && `${variant.cells.failed} failed`,
              variant.cells.unchanged > 0 && `${variant.cells.unchanged} unchanged`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Block>
        )}
      </th>
      <td>{!isBaseline && <VerdictCounts variantId={variantId} />}</td>
      {groups.flatMap(({ shown }) =>
        shown.map((metric, place) => (
          <td
            key={metric.id}
            data-align="end"
            data-starts={place === 0}
            data-chosen={chosen?.variantId === variantId && chosen.metric.id === metric.id}
          >
            <MetricFigure variantId={variantId} metric={metric} />
          </td>
        )),
      )}
    </tr>
  )
}

/** How often each verdict was reached. What says most comes first. */
function VerdictCounts({ variantId }: { readonly variantId: string }) {
  const against = useExperiment().results?.comparisons.filter(({ b }) => b === variantId) ?? []
  return (
    <Row component="span" align="stretch" gap={10}>
      {verdictOrder.map((word) => {
        const count = against.filter(({ verdict }) => verdict.word === word).length
        const { sign, short } = verdictLooks[word]
        return (
          count > 0 && (
            <span key={word} data-tone={word} title={`${short} in ${formatCountWithNoun(count, 'metric')}`}>
              <span aria-hidden>{sign}</span>
              {count}
              <VisuallyHidden component="span"> {short}</VisuallyHidden>
            </span>
          )
        )
      })}
    </Row>
  )
}

type MetricFigureProps = {
  readonly variantId: string
  readonly metric: MetricInfo
  /** Whether it is counted as the sentence of the verdict counts, with its unit. */
  readonly isHeadline?: boolean
}

/** A mean with its interval and its difference. Leads to the checkpoints behind it. */
export function MetricFigure({ variantId, metric, isHeadline = false }: MetricFigureProps) {
  const { results, names } = useExperiment()
  const variant = results?.variants.find(({ id }) => id === variantId)
  const summary = variant?.metrics[metric.id]
  if (summary === undefined) return <Inline c="dimmed">–</Inline>
  const comparison = results?.comparisons.find(({ b, metric: of }) => b === variantId && of === metric.id)
  const { unit } = metric
  const format = isHeadline ? formatShown : formatBare
  const interval =
    summary.low === null || summary.high === null
      ? null
      : `${format(summary.low, unit)} to ${format(summary.high, unit)}`
  return (
    <FigureLink variantId={variantId} metric={metric.id}>
      <VisuallyHidden component="span">
        {metric.label} of {names.findName(variantId)}:{' '}
      </VisuallyHidden>
      <Row component="span" align="baseline" justify="flex-end" lh="16px">
        {comparison !== undefined && <Delta comparison={comparison} unit={unit} isHeadline={isHeadline} />}
        <span>{format(summary.mean, unit)}</span>
      </Row>
      <Block component="span" display="block" c="dimmed" fz={11} fw={400} lh="14px">
        {interval}
        <FewerCheckpoints summary={summary} isAfter={interval !== null} />
        {metric.group === 'cost' && variant?.isCostStated === true && ` · ${statedByArm}`}
      </Block>
    </FigureLink>
  )
}

type FewerCheckpointsProps = { readonly summary: MetricSummary; readonly isAfter: boolean }

/** Says that a mean rests on fewer checkpoints than it should. */
function FewerCheckpoints({ summary, isAfter }: FewerCheckpointsProps) {
  const coverage = formatCoverage(summary)
  if (coverage === '') return null
  return (
    <span title={`The mean rests on ${coverage} checkpoints that should have a value of this metric`}>
      {isAfter && ' · '}
      {coverage}
    </span>
  )
}

type DeltaProps = {
  readonly comparison: VariantComparison
  readonly unit: MetricInfo['unit']
  readonly isHeadline: boolean
}

function Delta({ comparison: { difference, verdict }, unit, isHeadline }: DeltaProps) {
  if (difference === null) return null
  const { word } = verdict
  return (
    <Inline fz={11} data-tone={word}>
      {(word === 'better' || word === 'worse') && <span aria-hidden>{verdictLooks[word].sign} </span>}
      {(isHeadline ? formatShownDifference : formatBareDifference)(difference, unit)}
    </Inline>
  )
}
