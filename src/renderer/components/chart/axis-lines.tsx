import type { Axis } from '../../lib/nice-axis.ts'

type LevelLinesProps = {
  readonly axis: Axis
  readonly left: number
  readonly right: number
  readonly format: (value: number) => string
}

/** The vertical axis of a plot, inside its SVG: a line at every tick, and its figure to the left of it. */
export function LevelLines({ axis: { ticks, place }, left, right, format }: LevelLinesProps) {
  return ticks.map((tick) => (
    <g key={tick}>
      <line x1={left} x2={right} y1={place(tick)} y2={place(tick)} />
      <text x={left - 6} y={place(tick) + 4} textAnchor="end">
        {format(tick)}
      </text>
    </g>
  ))
}

type ColumnLinesProps = {
  readonly axis: Axis
  readonly top: number
  readonly bottom: number
  readonly format: (value: number) => string
}

/** The horizontal axis of a plot, inside its SVG: a line at every tick, and its figure below it. */
export function ColumnLines({ axis: { ticks, place }, top, bottom, format }: ColumnLinesProps) {
  return ticks.map((tick) => (
    <g key={tick}>
      <line x1={place(tick)} x2={place(tick)} y1={top} y2={bottom} />
      <text x={place(tick)} y={bottom + 14} textAnchor="middle">
        {format(tick)}
      </text>
    </g>
  ))
}
