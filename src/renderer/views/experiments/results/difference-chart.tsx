import { Select } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import type { Pair } from '../../../../shared/domain/comparison.ts'
import type { MetricInfo } from '../../../../shared/domain/quality.ts'
import { marginOf } from '../../../../shared/lib/margin-of.ts'
import { showControls } from '../../../../shared/lib/show-controls.ts'
import type { TableColumn } from '../../../components/table-column.ts'
import { routes } from '../../../lib/routes.ts'
import { formatBare, formatBareDifference, headerOf } from '../../../lib/bare-figures.ts'
import { useExperiment } from '../experiment-context.ts'
import { ChartFrame } from '../../../components/chart/chart-frame.tsx'
import styles from './charts.module.css'
import { DifferencePlot } from './difference-plot.tsx'

type DifferenceRow = Pair & { readonly name: string; readonly task: string; readonly href: string }

const preferred = ['continuation-recall', 'artifact-recall', 'reduction']

/** Every checkpoint's difference to the baseline on one metric, variant by variant. */
export function DifferenceChart() {
  const { detail, results, names, metrics, baselineId } = useExperiment()
  const [chosen, setChosen] = useState<string | null>(null)
  const measured = metrics.filter(({ id }) => results?.comparisons.some(({ metric }) => metric === id))
  const metric =
    measured.find(({ id }) => id === chosen) ??
    preferred.flatMap((wanted) => measured.filter(({ id }) => id === wanted))[0] ??
    measured[0]
  if (metric === undefined || results === null) return null
  const comparisons = names.order.flatMap((variantId) =>
    results.comparisons.filter(({ b, metric: of }) => b === variantId && of === metric.id),
  )
  const titles = new Map(
    detail.plan.checkpoints.map(({ id, taskTitle, index }) => [id, `${taskTitle} #${index}`]),
  )
  const rows = comparisons.flatMap(({ b, pairs }) =>
    pairs.map((pair) => ({
      ...pair,
      name: names.nameOf(b),
      href: routes.experimentCell(
        detail.summary.id,
        { checkpointId: pair.checkpointId, variant: names.keyOf(b), repeat: 1 },
        metric.id,
      ),
      task: showControls(titles.get(pair.checkpointId) ?? pair.checkpointId),
    })),
  )
  return (
    <ChartFrame
      title="Differences per checkpoint"
      note={`Variant minus ${names.nameOf(baselineId)}; ${metric.direction === 'higher' ? 'right' : 'left'} of the line is better. Bars are means with 95 % intervals; the band is the margin inside which nothing is worth naming.`}
      columns={columnsOf(metric)}
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
        <p className={styles.empty}>
          At no checkpoint do both the baseline and another variant have a value of this metric, so there is
          no difference to draw.
        </p>
      ) : (
        <DifferencePlot
          metric={metric}
          comparisons={comparisons}
          margin={marginOf(metric, detail.plan.file.margins)}
        />
      )}
    </ChartFrame>
  )
}

function columnsOf(metric: MetricInfo): readonly TableColumn<DifferenceRow>[] {
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
      header: headerOf(metric),
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
