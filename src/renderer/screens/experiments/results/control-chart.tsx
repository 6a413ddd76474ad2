import { Select } from '@mantine/core'
import { useState } from 'react'
import type { MetricInfo } from '../../../../shared/activity/quality-types.ts'
import type { MetricSummary } from '../../../../shared/experiments/experiment-results-types.ts'
import { createRailScale } from '../../../../shared/home/create-rail-scale.ts'
import type { ControlResult } from '../../../../shared/kernel/control.ts'
import { formatMetric } from '../../../../shared/kernel/format-metric.ts'
import { blindSpots, controlWords, describeKnowledge } from '../../../../shared/kernel/words/state-words.ts'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import { ChartFrame } from '../../../ui/plots/chart-frame.tsx'
import { IntervalPlot } from '../../../ui/plots/intervals.tsx'
import { useExperiment } from '../experiment-context.ts'

type Row = {
  readonly id: string
  readonly name: string
  readonly summary: MetricSummary
  readonly controls: readonly ControlResult[]
}

/** Each variant on a rail from nothing to the full history, with what cheap tricks of its size score. */
export function ControlChart() {
  const { results, metrics, names } = useExperiment()
  const controlled = metrics.filter(({ id }) =>
    results?.variants.some(({ controls }) => controls?.[id] !== undefined),
  )
  const [chosenId, choose] = useState<string | null>(null)
  const chosen =
    controlled.find(({ id }) => id === chosenId) ??
    controlled.find(({ id }) => id === results?.primary?.metric) ??
    controlled[0]
  if (results === null || chosen === undefined) return null
  const rows = names.order.flatMap((id): Row[] => {
    const variant = results.variants.find((one) => one.id === id)
    const [summary, controls] = [variant?.metrics[chosen.id], variant?.controls?.[chosen.id]]
    return summary === undefined || controls === undefined || id === results.again?.variant
      ? []
      : [{ id, name: names.findName(id), summary, controls }]
  })
  return (
    <ChartFrame
      title="Against cheap tricks"
      note={`0 is an empty context, 100 the full history. Dots are contexts of the same size, made without understanding anything. A variant holds knowledge where it beats all of them, task by task. ${blindSpots}`}
      columns={buildColumns(chosen)}
      rows={rows}
    >
      <Select
        maw={340}
        ml="md"
        aria-label="Figure"
        data={controlled.map(({ id, label }) => ({ value: id, label }))}
        value={chosen.id}
        onChange={choose}
        allowDeselect={false}
      />
      <IntervalPlot
        title={`${chosen.label} against cheap tricks`}
        rows={rows.map((row) => ({ ...buildRailRow(row, chosen), place: names.findPlace(row.id) }))}
        xLabel={`${chosen.label}, from nothing (0) to the full history (100)`}
        formatX={String}
      />
    </ChartFrame>
  )
}

function buildRailRow({ id, name, summary, controls }: Row, metric: MetricInfo) {
  const { unit } = metric
  const place = createRailScale(controls)
  const knowledge = describeKnowledge(controls, metric)
  const ends = [place(summary.low ?? summary.mean), place(summary.high ?? summary.mean)].toSorted(
    (a, b) => a - b,
  )
  return {
    id,
    name,
    text: `${name} ${formatMetric(summary.mean, unit)}${knowledge === '' ? '' : `: ${knowledge}`}`,
    mean: place(summary.mean),
    low: ends[0] ?? null,
    high: ends[1] ?? null,
    figure: formatFigure(controls, metric),
    dots: controls.map((control) => ({
      id: control.id,
      value: place(control.mean),
      text: `${controlWords[control.id]} ${formatMetric(control.mean, unit)}`,
    })),
  }
}

/** `✓ knowledge`, `✓ kept` of what a copy would keep as well, or the first trick that is not beaten and how many more are not. */
function formatFigure(controls: readonly ControlResult[], { isFloor }: MetricInfo): string {
  const [first, ...more] = controls.filter(({ isBeaten }) => isBeaten === false)
  if (first === undefined) return isFloor === true ? '✓ kept' : '✓ knowledge'
  return `? ${controlWords[first.id]}${more.length === 0 ? '' : ` +${more.length}`}`
}

function buildColumns(metric: MetricInfo): readonly TableColumn<Row>[] {
  const { label, unit } = metric
  const findMean = (row: Row, id: ControlResult['id']): number | null =>
    row.controls.find((control) => control.id === id)?.mean ?? null
  const buildControlColumn = (id: ControlResult['id']): TableColumn<Row> => ({
    id,
    header: controlWords[id],
    align: 'end',
    value: (row) => findMean(row, id),
    cell: (row) => formatMetric(findMean(row, id), unit),
  })
  return [
    { id: 'variant', header: 'Variant', value: ({ name }) => name },
    {
      id: 'mean',
      header: label,
      align: 'end',
      value: ({ summary }) => summary.mean,
      cell: ({ summary }) => formatMetric(summary.mean, unit),
    },
    { id: 'knowledge', header: 'Knowledge', value: ({ controls }) => describeKnowledge(controls, metric) },
    buildControlColumn('nothing'),
    buildControlColumn('names'),
    buildControlColumn('shuffled'),
    buildControlColumn('all-done'),
    buildControlColumn('guessed'),
    buildControlColumn('frequent-lines'),
    buildControlColumn('last-messages'),
    buildControlColumn('full'),
  ]
}
