import { useMemo } from 'react'
import type { MessageRow } from '../../../shared/domain/inspection.ts'
import { createKeptState } from './create-kept-state.ts'
import legend from './kind-legend.module.css'
import { KindLegend, LineLegend } from './kind-legend.tsx'
import { placeFacts } from './place-facts.ts'
import { recordedFalls, shownPeak } from './shown-context.ts'
import { TimelineChart } from './timeline-chart.tsx'
import type { TimelineKind } from './timeline-kinds.ts'
import { readoutFacts, TimelineReadout } from './timeline-readout.tsx'
import styles from './timeline.module.css'
import { linesIn, splitLines } from './window-lines.ts'

/** The chart and what it is about. */
export type ChartPaneProps = Pick<
  Parameters<typeof TimelineChart>[0],
  'timeline' | 'cursor' | 'lines' | 'onOpen'
> & {
  readonly taskId: string
  readonly kinds: readonly TimelineKind[]
  readonly byIndex: ReadonlyMap<number, MessageRow>
}

const useHidden = createKeptState<ReadonlySet<TimelineKind>>(new Set())
const useShowRecorded = createKeptState(true)

/** The message at the cursor, the chart, and the legend that filters it. */
export function ChartPane({ taskId, timeline, kinds, cursor, lines, byIndex, onOpen }: ChartPaneProps) {
  const [hidden, setHidden] = useHidden(taskId)
  const [showRecorded, setShowRecorded] = useShowRecorded(taskId)
  const shown = useMemo(() => kinds.filter((kind) => !hidden.has(kind)), [kinds, hidden])
  const isCompared = showRecorded && hidden.size === 0
  const { points, models, markers } = timeline
  const { range } = cursor
  const drawn = useMemo(() => {
    const peak = shownPeak({ points, markers, range, kinds: shown, showRecorded: isCompared })
    return splitLines(linesIn(lines, range), peak).drawn
  }, [points, markers, range, shown, isCompared, lines])
  const point = points[cursor.index]
  if (point === undefined) return null
  const row = byIndex.get(point.messageIndex) ?? null
  const place = placeFacts(point.messageIndex, models, lines)
  const facts = readoutFacts(point, row)
  const hasFalls = recordedFalls(markers, range).length > 0
  const hasRecord = points.some(({ recordedTokens }) => recordedTokens !== null) || hasFalls
  return (
    <div className={styles.pane}>
      <TimelineReadout point={point} row={row} place={place} />
      <TimelineChart
        timeline={timeline}
        cursor={cursor}
        kinds={shown}
        showRecorded={isCompared}
        lines={lines}
        // What is the same at every message is said once, beside the chart.
        spoken={[`Message ${point.messageIndex}`, ...facts, ...(models.length > 1 ? place : [])].join(', ')}
        onOpen={onOpen}
      />
      <div className={legend.legends}>
        <KindLegend
          kinds={kinds}
          hidden={hidden}
          point={point}
          onToggle={(kind) => {
            const next = new Set(hidden)
            if (!next.delete(kind)) next.add(kind)
            setHidden(next)
          }}
        />
        <LineLegend lines={drawn} />
        {isCompared && hasFalls && (
          <span className={legend.fallNote}>↓ Recorded fall of a condensation or truncation</span>
        )}
        {hasRecord && (
          <RecordedToggle
            isShown={isCompared}
            isPossible={hidden.size === 0}
            onToggle={() => setShowRecorded(!showRecorded)}
          />
        )}
      </div>
    </div>
  )
}

type RecordedToggleProps = {
  readonly isShown: boolean
  readonly isPossible: boolean
  readonly onToggle: () => void
}

function RecordedToggle({ isShown, isPossible, onToggle }: RecordedToggleProps) {
  return (
    <button
      type="button"
      className={legend.kind}
      aria-pressed={isShown}
      disabled={!isPossible}
      title={isPossible ? undefined : 'Requests are recorded as a whole: show all kinds to compare'}
      onClick={onToggle}
    >
      <span className={legend.dotSwatch} aria-hidden />
      <span className={legend.kindName}>Recorded input of a request</span>
    </button>
  )
}
