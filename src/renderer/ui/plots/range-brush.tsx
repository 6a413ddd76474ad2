import { memo, useMemo } from 'react'
import { Area, AreaChart, Brush, ComposedChart, XAxis } from 'recharts'
import { thinPoints, type PointRange } from './axes.ts'

type RangeBrushProps = {
  readonly label: string
  /** All values, of which a range is shown elsewhere. */
  readonly values: readonly number[]
  readonly range: PointRange
  readonly width: number
  /** Room at both sides, in pixels. */
  readonly frame: { readonly left: number; readonly right: number }
  readonly onRange: (from: number, to: number) => void
}

/** Of the strip, in pixels. */
export const brushHeight = 26
const most = 300

/** A whole series in small, with handles at both ends of what is shown of it: they are dragged, or moved by arrow keys. */
export const RangeBrush = memo(function RangeBrush(props: RangeBrushProps) {
  const { label, values, range, width, frame, onRange } = props
  const rows = useMemo(
    () => thinPoints(values, { from: 0, to: values.length - 1 }, most).map((x) => ({ x, y: values[x] ?? 0 })),
    [values],
  )
  const last = rows.length - 1
  const startIndex = Math.max(
    0,
    rows.findLastIndex(({ x }) => x <= range.from),
  )
  const end = rows.findIndex(({ x }) => x >= range.to)
  return (
    <ComposedChart
      width={width}
      height={brushHeight}
      data={rows}
      margin={{ top: 1, bottom: 1, left: frame.left, right: frame.right }}
      accessibilityLayer={false}
    >
      <XAxis dataKey="x" hide />
      <Brush
        dataKey="x"
        ariaLabel={label}
        height={brushHeight - 2}
        travellerWidth={7}
        fill="var(--surface)"
        stroke="var(--line-strong)"
        tickFormatter={() => ''}
        startIndex={startIndex}
        endIndex={end < 0 ? last : end}
        onChange={({ startIndex: from, endIndex: to }) => onRange(rows[from]?.x ?? 0, rows[to]?.x ?? 0)}
      >
        <AreaChart>
          <Area
            dataKey="y"
            type="step"
            isAnimationActive={false}
            stroke="none"
            fill="var(--muted)"
            fillOpacity={0.45}
          />
        </AreaChart>
      </Brush>
    </ComposedChart>
  )
})
