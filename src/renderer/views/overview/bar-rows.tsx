import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { niceAxis, type Axis } from '../../lib/nice-axis.ts'
import styles from './bar-rows.module.css'

/** A part of a bar. The second and later ones are hatched, so that colour is not the only sign. */
export type BarSegment = { readonly value: number; readonly color: string }

/** A bar with its name, its figures in words, and the tasks behind it. */
export type BarRow = {
  readonly id: string
  readonly label: ReactNode
  /** The name in full, where it may be cut. */
  readonly title: string
  readonly href: string
  readonly segments: readonly BarSegment[]
  readonly figures: string
}

type BarRowsProps = {
  readonly label: string
  readonly rows: readonly BarRow[]
  /** Letters a figure of the axis. */
  readonly formatTick: (value: number) => string
  /** Stands behind the axis; absent where each carries its own. */
  readonly unit?: string
  /** What the parts of the bars are, where they have several. */
  readonly legend?: readonly { readonly label: string; readonly color: string }[]
}

/** Bars that are shown; the others are in the table. */
const mostRows = 12

/** Horizontal bars over one axis from zero, the largest first. */
export function BarRows({ label, rows, formatTick, unit = '', legend = [] }: BarRowsProps) {
  const shown = rows.slice(0, mostRows)
  const axis = niceAxis([0, ...shown.map(lengthOf)], 0, 100, 3)
  if (rows.length === 0)
    return (
      <div className={styles.chart}>
        <p className={styles.none}>Nothing to show.</p>
      </div>
    )
  return (
    <div className={styles.chart}>
      {legend.length > 0 && <Legend parts={legend} />}
      <ol className={styles.rows} aria-label={label}>
        {shown.map((row) => (
          <Row key={row.id} row={row} axis={axis} />
        ))}
        <li className={styles.row} aria-hidden>
          <span />
          <span className={styles.axis}>
            {axis.ticks.map((tick) => (
              <span key={tick} className={styles.tick} style={{ left: `${axis.place(tick)}%` }}>
                {formatTick(tick)}
              </span>
            ))}
          </span>
          <span className={styles.unit}>{unit}</span>
        </li>
      </ol>
      {rows.length > shown.length && (
        <p className={styles.none}>{rows.length - shown.length} more are in the table.</p>
      )}
    </div>
  )
}

function Legend({ parts }: { readonly parts: NonNullable<BarRowsProps['legend']> }) {
  return (
    <ul className={styles.legend} aria-label="Parts of the bars">
      {parts.map(({ label, color }, index) => (
        <li key={label}>
          <span className={styles.swatch} data-hatched={index > 0} style={{ color }} aria-hidden />
          {label}
        </li>
      ))}
    </ul>
  )
}

function Row({ row, axis }: { readonly row: BarRow; readonly axis: Axis }) {
  const { label, title, href, segments, figures } = row
  return (
    <li className={styles.row}>
      <span className={styles.label} title={title}>
        <Link href={href} className={styles.link ?? ''}>
          {label}
        </Link>
      </span>
      <span className={styles.track} aria-hidden>
        {axis.ticks.map((tick) => (
          <span key={tick} className={styles.grid} style={{ left: `${axis.place(tick)}%` }} />
        ))}
        {segments.map(({ value, color }, index) => (
          <span
            key={index}
            className={styles.bar}
            data-hatched={index > 0}
            style={{ color, width: `${axis.place(value)}%` }}
          />
        ))}
      </span>
      <span className={styles.figures}>{figures}</span>
    </li>
  )
}

function lengthOf({ segments }: BarRow): number {
  return segments.reduce((sum, { value }) => sum + value, 0)
}
