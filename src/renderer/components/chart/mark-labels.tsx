import {
  leaderOf,
  placeLabels,
  type Box,
  type LabelFrame,
  type LabelledMark,
} from '../../lib/place-labels.ts'
import styles from './plot.module.css'

type MarkLabelsProps = {
  readonly marks: readonly LabelledMark[]
  readonly frame: LabelFrame
  /** Where names would cover something else. */
  readonly others?: readonly Box[]
}

/** Names beside the marks of a plot, inside its SVG. Those that stand away from their mark have a line to it. */
export function MarkLabels({ marks, frame, others }: MarkLabelsProps) {
  return placeLabels(marks, frame, others).map((label) => {
    const { mark, x, y, text } = label
    const leader = leaderOf(label)
    return (
      <g key={mark.id}>
        {leader && <line className={styles.leader} x1={mark.x} x2={mark.x} y1={leader.from} y2={leader.to} />}
        <text x={x} y={y} textAnchor="middle" className={styles.label}>
          {text !== mark.text && <title>{mark.text}</title>}
          {text}
        </text>
      </g>
    )
  })
}
