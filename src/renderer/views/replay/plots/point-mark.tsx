import { variantColour } from '../../../components/variant-mark.tsx'
import { shapeOutline, variantLook } from '../../../components/variant-shape.ts'
import styles from './plots.module.css'

type PointMarkProps = {
  /** What it marks. */
  readonly x: number
  readonly y: number
  /** Where it stands, beside that where others have the same values. */
  readonly markX: number
  /** What its colour and shape go by. */
  readonly place: number
  readonly text?: string | undefined
  readonly isHollow?: true | undefined
}

/** The mark of a policy at the height of its value; one that stands beside it has a line to it. */
export function PointMark({ x, y, markX, place, text, isHollow }: PointMarkProps) {
  const { shape } = variantLook(place)
  const title = text !== undefined && <title>{text}</title>
  return (
    <g {...variantColour(place)}>
      {markX !== x && <line className={styles.beside} x1={x} x2={markX} y1={y} y2={y} />}
      {isHollow === true ? (
        <path
          className={styles.hollow}
          transform={`translate(${markX} ${y}) scale(0.7)`}
          d={shapeOutline(shape, 0, 0)}
        >
          {title}
        </path>
      ) : (
        <path className={styles.mark} d={shapeOutline(shape, markX, y)}>
          {title}
        </path>
      )}
    </g>
  )
}
