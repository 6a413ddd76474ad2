import styles from './spread-box.module.css'

type SpreadBoxProps = {
  readonly spread: {
    readonly min: number
    readonly q1: number
    readonly median: number
    readonly q3: number
    readonly max: number
  }
  /** Both ends of the scale; what lies beyond stands at its end. */
  readonly scale: readonly [number, number]
}

const width = 112
const height = 14
const middle = height / 2

/** A box plot in a line of a table: from least to most, the middle half as a box, the median as a mark. */
export function SpreadBox({ spread, scale: [from, to] }: SpreadBoxProps) {
  const at = (value: number): number =>
    1 + (width - 2) * Math.min(1, Math.max(0, (value - from) / (to - from)))
  const { min, q1, median, q3, max } = spread
  return (
    <svg className={styles.plot} width={width} height={height} aria-hidden>
      <line className={styles.scale} x1={1} x2={width - 1} y1={middle} y2={middle} />
      <line className={styles.whisker} x1={at(min)} x2={at(max)} y1={middle} y2={middle} />
      <rect
        className={styles.box}
        x={at(q1)}
        y={2.5}
        width={Math.max(1, at(q3) - at(q1))}
        height={height - 5}
        rx={1.5}
      />
      <line className={styles.median} x1={at(median)} x2={at(median)} y1={1} y2={height - 1} />
    </svg>
  )
}
