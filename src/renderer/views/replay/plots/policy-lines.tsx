import { variantColour } from '../../../components/variant-mark.tsx'
import type { PlotLine } from './line-plot.tsx'
import type { PlotArea } from './plot-frame.tsx'
import styles from './plots.module.css'
import { sharedRuns, turnDashes } from './shared-runs.ts'

/** Lines of several policies, one after the other. */
const dashes = ['none', '7 3', '2 3', '9 3 2 3']

type PolicyLinesProps = {
  readonly lines: readonly PlotLine[]
  readonly area: PlotArea
  readonly strongId: string | undefined
}

/** The lines of policies; where several have the same values, their colours take turns along one line. The strong one has a broad ground. */
export function PolicyLines({ lines, area: { across, up }, strongId }: PolicyLinesProps) {
  const placed = lines.map(({ id, points }) => ({
    id,
    points: points.map(({ x, y }) => ({ x: across.place(x), y: up.place(y) })),
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

function pathOf(points: readonly { readonly x: number; readonly y: number }[]): string {
  return points.map(({ x, y }) => `${x},${y}`).join(' ')
}
