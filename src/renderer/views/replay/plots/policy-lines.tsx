import { variantColour } from '../../../components/variant-mark.tsx'
import type { Place } from './cover-groups.ts'
import type { PlotLine } from './line-plot.tsx'
import type { PlotArea } from './plot-frame.tsx'
import styles from './plots.module.css'
import { sharedRuns, turnDashes } from './shared-runs.ts'

/** Lines of several policies, one after the other. */
const dashes = ['none', '7 3', '2 3', '9 3 2 3']

/** To both sides of the only point of a line, in pixels. */
const reach = 24

type PolicyLinesProps = {
  readonly lines: readonly PlotLine[]
  readonly area: PlotArea
  readonly strongId: string | undefined
}

/** The lines of policies; where several have the same values, their colours take turns along one line. The strong one has a broad ground. */
export function PolicyLines({ lines, area: { across, up }, strongId }: PolicyLinesProps) {
  const placed = lines.map(({ id, points }) => ({
    id,
    points: seen(points.map(({ x, y }) => ({ x: across.place(x), y: up.place(y) }))),
  }))
  const runs = sharedRuns(placed)
  return lines.map(({ id, place }, index) =>
    place === null ? (
      <g key={id} className={styles.neutral}>
        <polyline
          className={styles.line}
          strokeDasharray={dashes[index % dashes.length]}
          points={pathOf(placed[index]?.points ?? [])}
        />
      </g>
    ) : (
      <g key={id} {...variantColour(place)} data-line={id}>
        {id === strongId && (
          <polyline className={styles.strong} points={pathOf(placed[index]?.points ?? [])} />
        )}
        {(runs.get(id) ?? []).map((run, at) => (
          <polyline key={at} className={styles.line} points={pathOf(run.points)} {...turnDashes(run)} />
        ))}
      </g>
    ),
  )
}

/** A line of one point would be none: it is drawn as long as it takes to be seen. */
function seen(points: readonly Place[]): readonly Place[] {
  const [only, ...others] = points
  if (only === undefined || others.length > 0) return points
  return [-reach, reach].map((by) => ({ x: only.x + by, y: only.y }))
}

function pathOf(points: readonly Place[]): string {
  return points.map(({ x, y }) => `${x},${y}`).join(' ')
}
