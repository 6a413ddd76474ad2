import { ReferenceArea, ReferenceLine, ScatterChart, XAxis, YAxis } from 'recharts'
import styles from './plots.module.css'

type SpreadBoxProps = {
  readonly spread: {
    readonly min: number
    readonly q1: number
    readonly median: number
    readonly q3: number
    readonly max: number
  }
  /** Both ends of the scale. What lies beyond stands at its end. */
  readonly scale: readonly [number, number]
}

/** A box plot in a line of a table: from least to most, the middle half as a box, the median as a mark. */
export function SpreadBox({ spread, scale: [from, to] }: SpreadBoxProps) {
  const clampValue = (value: number): number => Math.min(to, Math.max(from, value))
  const whisker = [clampValue(spread.min), clampValue(spread.max)] as const
  return (
    <div className={styles.spread} aria-hidden>
      <ScatterChart
        width={112}
        height={14}
        margin={{ top: 1, right: 1, bottom: 1, left: 1 }}
        accessibilityLayer={false}
      >
        <XAxis type="number" dataKey="x" domain={[from, to]} allowDataOverflow hide />
        <YAxis type="number" dataKey="y" domain={[0, 12]} allowDataOverflow hide />
        <ReferenceLine y={6} stroke="var(--line)" />
        <ReferenceLine
          segment={[
            { x: whisker[0], y: 6 },
            { x: whisker[1], y: 6 },
          ]}
          stroke="var(--muted)"
        />
        <ReferenceArea
          x1={clampValue(spread.q1)}
          x2={clampValue(spread.q3)}
          y1={1.5}
          y2={10.5}
          radius={1.5}
          fill="color-mix(in srgb, var(--accent) 35%, var(--ground))"
          fillOpacity={1}
          stroke="var(--accent)"
          zIndex={500}
        />
        <ReferenceLine x={clampValue(spread.median)} stroke="var(--text)" strokeWidth={2} zIndex={600} />
      </ScatterChart>
    </div>
  )
}
