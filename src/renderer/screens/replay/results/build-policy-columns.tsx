import type { MetricInfo } from '../../../../shared/activity/quality-types.ts'
import { statedByArm } from '../../../../shared/experiments/missing-words.ts'
import { findLargest } from '../../../../shared/kernel/find-extreme.ts'
import {
  formatInteger,
  createUsdFormatter,
  formatSignedPercent,
} from '../../../../shared/kernel/format-figures.ts'
import { formatShown } from '../../../../shared/kernel/format-metric.ts'
import { findQuality } from '../../../../shared/replay/replay-answer-words.ts'
import { buildFigureColumn } from '../../../ui/components/build-figure-column.ts'
import { VariantMark } from '../../../ui/components/marks/variant-mark.tsx'
import { ShortName } from '../../../ui/components/short-name.tsx'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import { Row } from '../../../ui/layout/layout.tsx'
import type { ReplayView } from '../replay-view.tsx'
import { breakEvenText, type PolicyRow } from './results-figures.ts'

type Column = TableColumn<PolicyRow>

const figure = buildFigureColumn<PolicyRow>

/** Of the 12 px that tables are lettered in, and what stands beside a name. In pixels. */
const charWidth = 6.9

const besideName = 44

const leastWidth = 120

/** Metrics that stand in the table at first. */
export const firstMetrics = ['validity', 'artifact-recall', 'continuation-recall']
/** Columns that stand in the table only where somebody wants them: the others fit a narrow window. */
export const detailColumns: readonly string[] = [
  'estimated',
  'played',
  'attempts',
  'first',
  'cache-breaks',
  'peak',
  'uncached',
  'written',
  'read',
  'output',
]
/** Columns of the table of policies. What was paid as what comes last. */
export function buildPolicyColumns(
  {
    findPlace,
    findName,
    findShortName,
    result,
  }: Pick<ReplayView, 'findPlace' | 'findName' | 'findShortName' | 'result'>,
  rows: readonly PolicyRow[],
  metrics: readonly MetricInfo[],
): readonly Column[] {
  const money = createUsdFormatter(rows.map(({ policy }) => policy.costUsd))
  return [
    {
      id: 'policy',
      header: 'Policy',
      width: measureNamesWidth(rows.map(({ policy }) => findShortName(policy.id))),
      value: ({ policy }) => findName(policy.id),
      cell: ({ policy }) => (
        <Row component="span" gap={6}>
          <VariantMark place={findPlace(policy.id)} />
          <ShortName name={findName(policy.id)} short={findShortName(policy.id)} />
        </Row>
      ),
    },
    {
      ...figure('cost', 'Cost', ({ policy }) => policy.costUsd, money, 84, 'policy-cost'),
      cell: ({ policy: { costUsd, isCostStated } }) =>
        isCostStated === true && costUsd !== null ? (
          <span title={`Partly ${statedByArm}`}>{money(costUsd)}*</span>
        ) : (
          money(costUsd)
        ),
    },
    figure('estimated', 'Estimated', ({ policy }) => policy.estimatedUsd, money, 88, 'estimated-part'),
    figure('none', 'Against never', ({ againstNone }) => againstNone, formatSignedPercent, 106),
    figure('played', 'To played', ({ againstPlayed }) => againstPlayed, formatSignedPercent, 82),
    {
      ...figure('firings', 'Condensed', ({ policy }) => policy.firings.length, formatInteger, 84),
      cell: ({ policy, ownCondensations: own }) => {
        const played = formatInteger(policy.firings.length)
        return own === null ? played : `${played} of ${formatInteger(own)}`
      },
    },
    ...buildMetricColumns(result, metrics),
    {
      id: 'break-even',
      header: 'Breaks even after',
      width: 136,
      value: ({ breakEvens }) => (breakEvens.length === 0 ? null : breakEvenText(breakEvens)),
    },
    figure('attempts', 'Futile attempts', ({ policy }) => policy.attempts.length, formatInteger, 70),
    figure('first', 'First before', ({ firstFiring }) => firstFiring, formatInteger, 92),
    figure('cache-breaks', 'Lost to cache breaks', ({ policy }) => policy.cache?.costUsd ?? null, money, 142),
    figure('peak', 'Peak (tok)', ({ policy }) => policy.peakContext, formatInteger, 92),
    figure('uncached', 'Uncached (tok)', ({ policy }) => policy.tokens.uncached, formatInteger, 112),
    figure('written', 'Written (tok)', ({ policy }) => policy.tokens.cacheWrite, formatInteger, 104),
    figure('read', 'Read (tok)', ({ policy }) => policy.tokens.cacheRead, formatInteger, 98),
    figure('output', 'Output (tok)', ({ policy }) => policy.tokens.output, formatInteger, 98),
  ]
}

/** What each policy kept, what is used next first. */
function buildMetricColumns(result: ReplayView['result'], metrics: readonly MetricInfo[]): readonly Column[] {
  return metrics
    .toSorted((a, b) => firstMetrics.indexOf(b.id) - firstMetrics.indexOf(a.id))
    .map((metric) =>
      figure(
        buildMetricColumnId(metric.id),
        metric.label,
        ({ policy }) => findQuality(policy, metric.id, result),
        (value) => formatShown(value, metric.unit),
        Math.max(90, metric.label.length * 7 + 20),
      ),
    )
}

/** Id of the column of a metric. */
export function buildMetricColumnId(metricId: string): string {
  return `metric ${metricId}`
}

function measureNamesWidth(names: readonly string[]): number {
  const longest = findLargest(
    names.map((name) => name.length),
    0,
  )
  return Math.max(leastWidth, Math.ceil(besideName + charWidth * longest))
}
