import { Select } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { MetricInfo } from '../../../../shared/activity/quality-types.ts'
import type { Pair } from '../../../../shared/condense/comparison-types.ts'
import type { VariantComparison } from '../../../../shared/experiments/experiment-results-types.ts'
import type { ExperimentPlan } from '../../../../shared/experiments/experiment-types.ts'
import { findMargin } from '../../../../shared/experiments/find-margin.ts'
import { showControls } from '../../../../shared/kernel/show-controls.ts'
import { formatBare, formatBareDifference, formatHeader } from '../../../lib/bare-figures.ts'
import { routes } from '../../../lib/routes.ts'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import { Block } from '../../../ui/layout/layout.tsx'
import { ChartFrame } from '../../../ui/plots/chart-frame.tsx'
import { IntervalPlot, type IntervalRow } from '../../../ui/plots/intervals.tsx'
import { useExperiment } from '../experiment-context.ts'

type DifferenceRow = Pair & { readonly name: string; readonly task: string; readonly href: string }

const preferred = ['continuation-recall', 'artifact-recall', 'reduction']

/** Every checkpoint's difference to the baseline on one metric, variant by variant. */
export function DifferenceChart() {
  const { detail, results, names, metrics, baselineId } = useExperiment()
  const [, navigate] = useLocation()
  const [chosen, setChosen] = useState<string | null>(null)
  const measured = metrics.filter(({ id }) => results?.comparisons.some(({ metric }) => metric === id))
  const metric = pickMetric(measured, chosen, results?.primary?.metric ?? null)
  if (metric === undefined || results === null) return null
  const noise = results.noiseFloor[metric.id] ?? 0
  const comparisons = names.order.flatMap((variantId) =>
    results.comparisons.filter(({ b, metric: of }) => b === variantId && of === metric.id),
  )
  const titleOf = createTitleFinder(detail.plan)
  const buildCellHref = (b: string, checkpointId: string): string =>
    routes.experimentCell(detail.summary.id, { checkpointId, variant: b, repeat: 1 }, metric.id)
  const rows = comparisons.flatMap(({ b, pairs }) =>
    pairs.map((pair) => ({
      ...pair,
      name: names.findName(b),
      href: buildCellHref(b, pair.checkpointId),
      task: titleOf(pair.checkpointId),
    })),
  )
  return (
    <ChartFrame
      title="Differences per checkpoint"
      note={explainDifference(metric, names.findName(baselineId), noise)}
      columns={buildColumns(metric)}
      rows={rows}
      controls={
        <Select
          aria-label="Metric of the differences"
          w={180}
          searchable
          data={measured.map(({ id, label }) => ({ value: id, label }))}
          value={metric.id}
          allowDeselect={false}
          onChange={setChosen}
        />
      }
    >
      {rows.length === 0 ? (
        <Block component="p" p="md" fz="xs">
          At no checkpoint do both the baseline and another variant have a value of this metric, so there is
          no difference to draw.
        </Block>
      ) : (
        <IntervalPlot
          title={`Differences in ${metric.label}`}
          rows={comparisons.map((one) => buildRow(one, metric, names, titleOf))}
          margin={findMargin(metric, detail.plan.file.margins)}
          noise={noise}
          xLabel={`${formatHeader(metric)}, difference`}
          formatX={(tick) => formatBareDifference(tick, metric.unit)}
          onOpen={(b, checkpointId) => navigate(buildCellHref(b, checkpointId))}
        />
      )}
    </ChartFrame>
  )
}

/** What checkpoints are called: their task and where it is cut. */
function createTitleFinder({ checkpoints }: ExperimentPlan): (checkpointId: string) => string {
  const titles = new Map(checkpoints.map(({ id, taskTitle, index }) => [id, `${taskTitle} #${index}`]))
  return (id) => showControls(titles.get(id) ?? id)
}

function explainDifference({ direction }: MetricInfo, baseline: string, noise: number): string {
  const side = direction === 'higher' ? 'right' : 'left'
  const floor =
    noise > 0 ? ' The dashed frame is the noise floor: how far the baseline differs from itself.' : ''
  return `Variant minus ${baseline}: ${side} of the line is better. Bars are means with 95 % intervals. Differences inside the band are too small to matter.${floor}`
}

/** The chosen metric, or else the one that decides, or the first of the preferred ones. */
function pickMetric(
  measured: readonly MetricInfo[],
  chosen: string | null,
  primary: string | null,
): MetricInfo | undefined {
  return (
    [chosen, primary, ...preferred].flatMap((wanted) => measured.filter(({ id }) => id === wanted))[0] ??
    measured[0]
  )
}

function buildRow(
  { b, difference, low, high, pairs }: VariantComparison,
  { unit }: MetricInfo,
  names: ReturnType<typeof useExperiment>['names'],
  titleOf: (checkpointId: string) => string,
): IntervalRow {
  const formatReading = (value: number | null): string => formatBareDifference(value, unit)
  const name = names.findName(b)
  return {
    id: b,
    name,
    place: names.findPlace(b),
    text: `${name} ${formatReading(difference)}${low === null || high === null ? '' : ` (${formatReading(low)} to ${formatReading(high)})`}`,
    mean: difference,
    low,
    high,
    dots: pairs.map((pair) => ({
      id: pair.checkpointId,
      value: pair.difference,
      text: `${name} at ${titleOf(pair.checkpointId)}: ${formatReading(pair.difference)}`,
    })),
  }
}

function buildColumns(metric: MetricInfo): readonly TableColumn<DifferenceRow>[] {
  const { unit } = metric
  return [
    { id: 'name', header: 'Variant', value: ({ name }) => name },
    {
      id: 'task',
      header: 'Checkpoint',
      value: ({ task }) => task,
      cell: ({ task, href }) => <Link href={href}>{task}</Link>,
    },
    {
      id: 'baseline',
      header: 'Baseline',
      align: 'end',
      value: ({ baseline }) => baseline,
      cell: ({ baseline }) => formatBare(baseline, unit),
    },
    {
      id: 'candidate',
      header: formatHeader(metric),
      align: 'end',
      value: ({ candidate }) => candidate,
      cell: ({ candidate }) => formatBare(candidate, unit),
    },
    {
      id: 'difference',
      header: 'Difference',
      align: 'end',
      value: ({ difference }) => difference,
      cell: ({ difference }) => formatBareDifference(difference, unit),
    },
  ]
}
