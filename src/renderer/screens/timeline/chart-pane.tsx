import { useMemo } from 'react'
import { formatUsd, formatInteger } from '../../../shared/kernel/format-figures.ts'
import type { MessageRow } from '../../../shared/library/inspection-types.ts'
import type { TimelinePoint } from '../../../shared/timeline/types.ts'
import { formatTime, formatTokens } from '../../lib/format.ts'
import { scaleTitles, scaleWords, type TokenScale } from '../../lib/token-scale.ts'
import { Column, Inline, Note, Row } from '../../ui/layout/layout.tsx'
import { selectLines, splitLines, type WindowLine } from './build-window-lines.ts'
import { createKeptState } from './create-kept-state.ts'
import { listPlaceFacts } from './list-place-facts.ts'
import { selectFalls, measureShownPeak } from './shown-context.ts'
import { TimelineChart } from './timeline-chart.tsx'
import { type TimelineKind, timelineLooks } from './timeline-kinds.ts'
import legend from './kind-legend.module.css'
import kindLegendStyles from './kind-legend.module.css'

type KindLegendProps = {
  readonly kinds: readonly TimelineKind[]
  readonly hidden: ReadonlySet<TimelineKind>
  readonly onToggle: (kind: TimelineKind) => void
  /** The point whose figures are shown. */
  readonly point: TimelinePoint
}

type TimelineReadoutProps = {
  readonly point: TimelinePoint
  readonly row: MessageRow | null
  /** The model and the window there, in words. */
  readonly place: readonly string[]
}

/** The chart and what it is about. */
export type ChartPaneProps = Pick<
  Parameters<typeof TimelineChart>[0],
  'timeline' | 'falls' | 'cursor' | 'lines' | 'onOpen' | 'onOpenMarker'
> & {
  readonly taskId: string
  readonly kinds: readonly TimelineKind[]
  readonly byIndex: ReadonlyMap<number, MessageRow>
}

const useHidden = createKeptState<ReadonlySet<TimelineKind>>(new Set())
const useShowRecorded = createKeptState(true)

/** The message at the cursor, the chart, and the legend that filters it. */
export function ChartPane(props: ChartPaneProps) {
  const { taskId, timeline, falls, kinds, cursor, lines, byIndex, onOpen, onOpenMarker } = props
  const [hidden, setHidden] = useHidden(taskId)
  const [showRecorded, setShowRecorded] = useShowRecorded(taskId)
  const shown = useMemo(() => kinds.filter((kind) => !hidden.has(kind)), [kinds, hidden])
  const isCompared = showRecorded && hidden.size === 0
  const { points, models } = timeline
  const { range } = cursor
  const drawn = useMemo(() => {
    const peak = measureShownPeak({ points, falls, range, kinds: shown, showRecorded: isCompared })
    return splitLines(selectLines(lines, range), peak).drawn
  }, [points, falls, range, shown, isCompared, lines])
  const point = points[cursor.index]
  if (point === undefined) return null
  const row = byIndex.get(point.messageIndex) ?? null
  const place = listPlaceFacts(point.messageIndex, models, lines)
  const facts = listReadoutFacts(point, row)
  const hasFalls = selectFalls(falls, range).length > 0
  const hasRecord = points.some(({ recordedTokens }) => recordedTokens !== null) || hasFalls
  return (
    <Column h="100%" scroll miw={0}>
      <TimelineReadout point={point} row={row} place={place} />
      <TimelineChart
        timeline={timeline}
        falls={falls}
        cursor={cursor}
        kinds={shown}
        showRecorded={isCompared}
        lines={lines}
        // What is the same at every message is said once, beside the chart.
        spoken={[`Message ${point.messageIndex}`, ...facts, ...(models.length > 1 ? place : [])].join(', ')}
        onOpen={onOpen}
        onOpenMarker={onOpenMarker}
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
        <ScaleNote scale={timeline.basis} />
        <LineLegend lines={drawn} />
        {isCompared && hasFalls && <FallNote />}
        {hasRecord && (
          <RecordedToggle
            isShown={isCompared}
            isPossible={hidden.size === 0}
            onToggle={() => setShowRecorded(!showRecorded)}
          />
        )}
      </div>
    </Column>
  )
}

function FallNote() {
  return (
    <Inline px={6} fz="xs" lh="24px">
      ↓ Recorded drop at a condensation or truncation
    </Inline>
  )
}

/** Whose count the tokens of the legend are in. */
function ScaleNote({ scale }: { readonly scale: TokenScale }) {
  return (
    <Note component="span" px={6} lh="24px" title={scaleTitles[scale]}>
      {scaleWords[scale]}
    </Note>
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

/**
 * The message at the cursor in one line: who, how much, what it cost, and how it begins, and in another one what it is
 * held against.
 */
function TimelineReadout({ point, row, place }: TimelineReadoutProps) {
  return (
    <>
      <Row component="p" flex="none" wrap gap="0 md" pt="sm" pb="xs" px="md" fz="xs" nowrap clip>
        <strong>#{point.messageIndex}</strong>
        {listReadoutFacts(point, row).map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
        <Inline miw={0} flex={1} c="dimmed" cut>
          {row?.preview}
        </Inline>
      </Row>
      {place.length > 0 && (
        <Note
          display="flex"
          flex="none"
          wrap
          gap="0 md"
          pb="xs"
          px="md"
          breaks
          aria-label="Model and window at the message"
        >
          {place.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </Note>
      )}
    </>
  )
}

/** The facts of a point in words, as they are read out too. */
function listReadoutFacts(point: TimelinePoint, row: MessageRow | null): readonly string[] {
  const { contextTokens, recordedTokens, cumulativeUsd, ts } = point
  return [
    row?.role ?? '',
    `${formatTokens(contextTokens)} with it`,
    recordedTokens === null ? '' : `request ${formatTokens(recordedTokens)} recorded`,
    cumulativeUsd === null ? '' : `${formatUsd(cumulativeUsd)} so far`,
    ts === null ? '' : formatTime(ts),
  ].filter((fact) => fact !== '')
}

/** What the colours mean, with the tokens at the cursor. Each kind can be left out of the chart. */
function KindLegend({ kinds, hidden, onToggle, point }: KindLegendProps) {
  return (
    <div className={kindLegendStyles.legend} role="group" aria-label="Kinds of part">
      {kinds.map((kind) => {
        const { label, color } = timelineLooks[kind]
        const isShown = !hidden.has(kind)
        return (
          <button
            key={kind}
            type="button"
            className={kindLegendStyles.kind}
            aria-pressed={isShown}
            title={isShown ? `Leave out ${label.toLowerCase()}` : `Show ${label.toLowerCase()}`}
            onClick={() => onToggle(kind)}
          >
            <span className={kindLegendStyles.swatch} style={{ background: color }} aria-hidden />
            <span className={kindLegendStyles.kindName}>{label}</span>
            <Inline c="dimmed">{formatInteger(point.byKind[kind] ?? 0)} tok</Inline>
          </button>
        )
      })}
    </div>
  )
}

/** What the lines of the window are, each with its dash. Of those that are drawn. */
function LineLegend({ lines }: { readonly lines: readonly WindowLine[] }) {
  const byMeaning = new Map(lines.map((line) => [line.meaning, line.kind]))
  // The window before what condenses in it.
  const entries = [...byMeaning].toSorted(([, a], [, b]) => b.localeCompare(a))
  if (entries.length === 0) return null
  return (
    <div className={kindLegendStyles.legend} role="group" aria-label="Lines">
      {entries.map(([meaning, kind]) => (
        <span key={meaning} className={kindLegendStyles.line} data-level={kind}>
          {meaning}
        </span>
      ))}
    </div>
  )
}
