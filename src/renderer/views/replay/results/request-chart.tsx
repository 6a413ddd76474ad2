import type { ReplayedPolicy } from '../../../../shared/api/replay.ts'
import { formatInteger } from '../../../../shared/lib/format-figures.ts'
import { ChartFrame } from '../../../plots/chart-frame.tsx'
import type { LegendEntry } from '../../../plots/chart-legend.tsx'
import type { PlotPoint } from '../../../plots/policy-lines.tsx'
import { LinePlot } from '../../../plots/time-series.tsx'
import { useReplay } from '../replay-view.tsx'
import { useRequestCursor } from '../use-request-cursor.ts'
import { requestTable, type RequestValue } from './request-table.ts'

type RequestChartProps = {
  readonly title: string
  readonly note: string
  readonly summary: string
  readonly yLabel: string
  readonly valuesOf: (policy: ReplayedPolicy) => readonly RequestValue[]
  readonly marksOf: (policy: ReplayedPolicy, values: readonly RequestValue[]) => readonly PlotPoint[]
  readonly format: (value: number) => string
  /** At the axis; absent where it is as everywhere. */
  readonly formatTick?: (value: number) => string
  /** In the legend, where no header names the unit; absent where it is as everywhere. */
  readonly formatWithUnit?: (value: number) => string
  readonly limits?: readonly { readonly y: number; readonly text: string }[]
}

/** A figure of each policy over its requests; a click or a drag looks at a request. */
export function RequestChart(props: RequestChartProps) {
  const {
    title,
    note,
    valuesOf,
    marksOf,
    format,
    formatTick = format,
    formatWithUnit = format,
    ...plot
  } = props
  const cursor = useRequestCursor()
  const { shown, placeOf, selected, request } = useReplay()
  const figures = shown.map((policy) => {
    const values = valuesOf(policy)
    return { policy, values, place: placeOf(policy.id), marks: marksOf(policy, values) }
  })
  const table = requestTable(figures, format)
  const entriesAt = (x: number): readonly LegendEntry[] =>
    figures.map(({ policy: { id }, values, place }) => {
      const at = values.find((one) => one.request === x)
      return { id, name: id, mark: place, ...(at && { value: formatWithUnit(at.value) }) }
    })
  const legend = entriesAt(request)
  const spoken = legend.flatMap(({ id, value }) => (value === undefined ? [] : [`${id} ${value}`]))
  return (
    <ChartFrame title={title} note={note} columns={table.columns} rows={table.rows}>
      <LinePlot
        {...plot}
        title={title}
        lines={figures.map(({ policy, values, place, marks }) => ({
          id: policy.id,
          name: policy.id,
          place,
          points: values.map((one) => ({ x: one.request, y: one.value })),
          marks,
        }))}
        strongId={selected?.id}
        xLabel="Request"
        formatX={formatInteger}
        formatY={formatTick}
        cursor={{ ...cursor, label: title, text: `Request ${request}: ${spoken.join('; ')}` }}
        legend={legend}
        readingAt={(x) => ({
          heading: `Request ${formatInteger(x)}`,
          entries: entriesAt(x).filter(({ value }) => value !== undefined),
          notes: figures.flatMap(({ marks }) =>
            marks.flatMap((mark) => (mark.x === x ? (mark.text ?? []) : [])),
          ),
        })}
      />
    </ChartFrame>
  )
}
