import type { ReplayedPolicy } from '../../../../shared/api/replay.ts'
import { formatInteger } from '../../../../shared/lib/format-figures.ts'
import { ChartFrame } from '../../../components/chart/chart-frame.tsx'
import { ChartLegend } from '../../../components/chart/chart-legend.tsx'
import { LinePlot, type PlotPoint } from '../plots/line-plot.tsx'
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
  const figures = shown.map((policy) => ({ policy, values: valuesOf(policy), place: placeOf(policy.id) }))
  const table = requestTable(figures, format)
  const valueAt = (values: readonly RequestValue[]) => values.find((one) => one.request === request)
  const spoken = figures.flatMap(({ policy: { id }, values }) => {
    const at = valueAt(values)
    return at === undefined ? [] : [`${id} ${formatWithUnit(at.value)}`]
  })
  return (
    <ChartFrame title={title} note={note} columns={table.columns} rows={table.rows}>
      <LinePlot
        {...plot}
        title={title}
        lines={figures.map(({ policy, values, place }) => ({
          id: policy.id,
          name: policy.id,
          place,
          points: values.map((one) => ({ x: one.request, y: one.value })),
          marks: marksOf(policy, values),
        }))}
        strongId={selected?.id}
        xLabel="Request"
        formatX={formatInteger}
        formatY={formatTick}
        cursor={{ ...cursor, label: title, text: `Request ${request}: ${spoken.join('; ')}` }}
      />
      <ChartLegend
        entries={figures.map(({ policy: { id }, values, place }) => {
          const at = valueAt(values)
          return {
            id,
            name: id,
            mark: place,
            ...(at === undefined ? {} : { value: formatWithUnit(at.value) }),
          }
        })}
      />
    </ChartFrame>
  )
}
