import type { PolicyPoints } from './use-policy-points.ts'
import styles from './plots.module.css'

/** Around a mark, in pixels: as far as a pointer takes it, and where it is ringed. */
const reach = 11
const ring = 8

type PointTargetProps = {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly points: Pick<PolicyPoints, 'marked' | 'onHover' | 'onChoose'>
}

/** What makes the mark of a policy something to point at, with a ring where it is the one that is told of. */
export function PointTarget({ id, x, y, points: { marked, onHover, onChoose } }: PointTargetProps) {
  return (
    <>
      {marked?.id === id && <circle className={styles.ring} cx={x} cy={y} r={ring} />}
      <circle
        className={styles.target}
        cx={x}
        cy={y}
        r={reach}
        onPointerEnter={() => onHover(id)}
        onPointerLeave={() => onHover(null)}
        onClick={() => onChoose(id)}
      />
    </>
  )
}
