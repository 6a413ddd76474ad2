import { useElementSize } from '@mantine/hooks'
import { Bar, BarChart, YAxis } from 'recharts'
import { formatInteger } from '../../../shared/kernel/format-figures.ts'

const height = 96

/** Values side by side as upright bars, without names: a pace and its outliers. */
export function ColumnBars({
  label,
  values,
}: {
  readonly label: string
  readonly values: readonly number[]
}) {
  const { ref, width } = useElementSize()
  const rows = values.map((value, at) => ({ at, value }))
  return (
    <div
      ref={ref}
      role="img"
      aria-label={`${label}: ${values.map((value) => formatInteger(value)).join(', ')}`}
    >
      <BarChart width={width} height={height} data={rows} accessibilityLayer={false} barCategoryGap={2}>
        <YAxis hide domain={[0, 'dataMax']} />
        <Bar
          dataKey="value"
          fill="var(--accent)"
          isAnimationActive={false}
          maxBarSize={28}
          minPointSize={1}
        />
      </BarChart>
    </div>
  )
}
