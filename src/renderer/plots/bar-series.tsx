import { Bar, ReferenceLine } from 'recharts'
import { mostMarks, thinPoints } from './axes.ts'
import type { PlotSlider } from './slider.ts'
import { Plot, PlotTooltip } from './plot.tsx'
import { seriesArea, type SeriesProps } from './time-series.tsx'

type BarSeriesProps = SeriesProps & {
  readonly cursor: PlotSlider
  /** From the bottom up. */
  readonly parts: readonly { readonly id: string; readonly color: string }[]
  readonly rows: readonly { readonly x: number; readonly values: Readonly<Record<string, number>> }[]
}

const mostBarWidth = 28

/** A bar for each whole number of the horizontal axis, stacked by parts. */
export function BarSeries(props: BarSeriesProps) {
  const { parts, rows, cursor, legend, readingAt, ...plot } = props
  const totals = rows.map(({ values }) => parts.reduce((sum, { id }) => sum + (values[id] ?? 0), 0))
  const kept = thinPoints(totals, { from: 0, to: rows.length - 1 }, Math.floor(mostMarks / parts.length))
  const data = kept.flatMap((at) => rows[at] ?? [])
  return (
    <Plot
      {...plot}
      {...(legend && { legend: { entries: legend } })}
      data={data}
      slider={cursor}
      isPointed
      areaOf={(width) =>
        seriesArea(width, { cursor, inset: mostBarWidth / 2 + 2, xs: [], ys: [0, ...totals] })
      }
    >
      {(area) => {
        const { across, right, left } = area
        const slot = Math.min(
          Math.abs(across.place(1) - across.place(0)),
          (right - left) / Math.max(1, data.length),
        )
        const width = Math.min(mostBarWidth, Math.max(1, slot * 0.72))
        return (
          <>
            {parts.map(({ id, color }) => (
              <Bar
                key={id}
                dataKey={(row: BarSeriesProps['rows'][number]) => row.values[id] ?? 0}
                stackId="all"
                barSize={width}
                fill={color}
                stroke="var(--ground)"
                strokeWidth={width > 3 ? 0.5 : 0}
                isAnimationActive={false}
              />
            ))}
            <ReferenceLine x={cursor.value} stroke="var(--text)" ifOverflow="hidden" />
            {readingAt && <PlotTooltip area={area} readingAt={readingAt} />}
          </>
        )
      }}
    </Plot>
  )
}
