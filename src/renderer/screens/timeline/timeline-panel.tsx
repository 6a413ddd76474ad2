import { Button, SegmentedControl } from '@mantine/core'
import { IconZoomReset } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { formatInteger } from '../../../shared/kernel/format-figures.ts'
import type { MessageRow } from '../../../shared/library/inspection-types.ts'
import type { Timeline, TimelineMarker } from '../../../shared/timeline/types.ts'
import { useEngine } from '../../data/engine-context.ts'
import {
  useContextStatus,
  type ContextWindow,
  describeOwner,
  smallestWindow,
} from '../../data/use-context-status.ts'
import { useSplitLayout } from '../../data/use-split-layout.ts'
import { formatTokens } from '../../lib/format.ts'
import { routes } from '../../lib/routes.ts'
import { scaleWords } from '../../lib/token-scale.ts'
import { CopyTableButton } from '../../ui/components/copy-table-button.tsx'
import { DataTable } from '../../ui/components/data-table.tsx'
import { FigureInput } from '../../ui/components/form/figure-input.tsx'
import { Split } from '../../ui/components/split.tsx'
import type { TableColumn } from '../../ui/components/table-column.ts'
import { useIsNarrow } from '../../ui/components/use-is-narrow.ts'
import { Bar, Inline, Note } from '../../ui/layout/layout.tsx'
import {
  buildModelSegments,
  buildAgentLine,
  buildSegmentLines,
  buildWindowLines,
  type WindowLine,
} from './build-window-lines.ts'
import { ChartPane, type ChartPaneProps } from './chart-pane.tsx'
import { createKeptState } from './create-kept-state.ts'
import { findMarkerRoute, MarkerList } from './marker-list.tsx'
import { findRecordedFalls } from './shown-context.ts'
import { markerColumns, buildPointColumns, buildPointRows } from './timeline-columns.tsx'
import { listTimelineKinds, type TimelineKind } from './timeline-kinds.ts'
import { TimelineSentence } from './timeline-sentence.tsx'
import { useIsGrowing } from './use-is-growing.ts'
import { useTimelineCursor, type TimelineCursor } from './use-timeline-cursor.ts'
import { WindowNow } from './window-now.tsx'
import { withCacheBreaks } from './with-cache-breaks.ts'
import styles from './timeline.module.css'

const quick = [
  { tokens: 128_000, label: '128k' },
  { tokens: 200_000, label: '200k' },
  { tokens: 1_000_000, label: '1M' },
] as const

type TimelineTableProps<T extends object> = {
  readonly label: string
  readonly rows: readonly T[]
  readonly columns: readonly TableColumn<T>[]
  readonly rowId: (row: T) => string
  readonly onOpen: (row: T) => void
}

type TimelinePanelProps = {
  readonly taskId: string
  readonly timeline: Timeline
  readonly rows: readonly MessageRow[]
}

const views = ['chart', 'table', 'events', 'window'] as const
type View = (typeof views)[number]
const viewLabels: Readonly<Record<View, string>> = {
  chart: 'Chart',
  table: 'Table',
  events: 'Events',
  window: 'Window now',
}

const basisWords: Readonly<Record<Timeline['peakBasis'], string>> = {
  recorded: 'as recorded',
  ...scaleWords,
}
const basisTitles: Readonly<Record<Timeline['peakBasis'], string>> = {
  recorded: 'Input that a request recorded, more than the messages here add up to',
  calibrated: 'Tokens are in the count of the model, by what the task recorded',
  counted: 'Tokens are counted here. Nothing recorded says how the model counts',
}

const noBreaks: readonly never[] = []

const useView = createKeptState<View | null>(null)

/** The chart with its legend and what happened, or the tables behind it. */
export function TimelinePanel({ taskId, timeline: recorded, rows }: TimelinePanelProps) {
  const { queries } = useEngine()
  const cache = useQuery(queries.timeline.cache.queryOptions({ input: { taskId }, staleTime: 30_000 })).data
  const timeline = useMemo(() => withCacheBreaks(recorded, cache), [recorded, cache])
  const [view, setView] = useShownView(taskId)
  const [, navigate] = useLocation()
  const onOpen = (messageIndex: number): void => navigate(routes.message(taskId, messageIndex))
  const onOpenMarker = (marker: TimelineMarker): void => navigate(findMarkerRoute(taskId, marker))
  const { window, lines } = useWindowLines(taskId, timeline)
  const { points, markers } = timeline
  const cursor = useTimelineCursor({ taskId, count: points.length, markers, onOpen })
  const byIndex = useMemo(() => new Map(rows.map((row) => [row.index, row])), [rows])
  const kinds = useMemo(() => listTimelineKinds(points), [points])
  const tables = useTables(timeline, kinds, byIndex)
  // Of the record, which stays as it is when the breaks of the cache come: the chart need not be drawn anew.
  const falls = useMemo(() => findRecordedFalls(recorded.markers), [recorded])
  const show = { taskId, timeline, falls, kinds, cursor, lines, byIndex, onOpen, onOpenMarker }
  return (
    <section className={styles.panel} aria-label="Timeline">
      <TimelineSentence taskId={taskId} timeline={recorded} breaks={cache?.breaks ?? noBreaks} />
      <Bar component="header" wrap gap="xs md">
        <SegmentedControl
          size="xs"
          aria-label="Show as"
          data={views.map((value) => ({ value, label: viewLabels[value] }))}
          value={view}
          onChange={(next) => setView(views.find((one) => one === next) ?? 'chart')}
        />
        <WindowChoice window={window} />
        <Inline flex={1} />
        <Peak timeline={timeline} />
        {view === 'chart' && <ZoomReset cursor={cursor} />}
        <CopyShown view={view} tables={tables} />
      </Bar>
      {view === 'chart' && <ChartSplit {...show} />}
      {view === 'window' && <WindowNow taskId={taskId} />}
      {view === 'table' && (
        <TimelineTable
          label="Context by message"
          rows={tables.rows}
          columns={tables.columns}
          rowId={(row) => String(row.messageIndex)}
          onOpen={(row) => onOpen(row.messageIndex)}
        />
      )}
      {view === 'events' && (
        <TimelineTable
          label="Events of the task"
          rows={tables.markerRows}
          columns={markerColumns}
          rowId={(row) => String(row.place)}
          onOpen={onOpenMarker}
        />
      )}
    </section>
  )
}

/** The window of a task that is being written, the chart of others, until somebody chooses. */
function useShownView(taskId: string): readonly [View, (view: View) => void] {
  const [chosen, choose] = useView(taskId)
  // As it was found: nothing is exchanged before the eyes of a reader because an agent rests.
  const [wasGrowing] = useState(useIsGrowing(taskId))
  return [chosen ?? (wasGrowing ? 'window' : 'chart'), choose]
}

type CopyShownProps = { readonly view: View; readonly tables: ReturnType<typeof useTables> }

/** Copies what the view is drawn from. */
function CopyShown({ view, tables }: CopyShownProps) {
  if (view === 'window') return null
  if (view === 'events') return <CopyTableButton columns={markerColumns} rows={tables.markerRows} />
  return <CopyTableButton columns={tables.columns} rows={tables.rows} />
}

function Peak({ timeline }: { readonly timeline: Timeline }) {
  const { peakTokens, peakBasis } = timeline
  return (
    <Note component="span" miw={0} cut title={basisTitles[peakBasis]}>
      {`largest request ${formatTokens(peakTokens)}, ${basisWords[peakBasis]}`}
    </Note>
  )
}

function ZoomReset({ cursor }: { readonly cursor: TimelineCursor }) {
  const { range, isZoomed, showAll } = cursor
  if (!isZoomed) return null
  return (
    <Button variant="default" leftSection={<IconZoomReset size={14} aria-hidden />} onClick={showAll}>
      {`Messages ${range.from} to ${range.to}: show all`}
    </Button>
  )
}

function ChartSplit(props: ChartPaneProps) {
  const split = useSplitLayout('timeline', 78)
  const isNarrow = useIsNarrow()
  const { taskId, timeline, cursor } = props
  const chart = <ChartPane {...props} />
  const events = <MarkerList taskId={taskId} timeline={timeline} onPoint={cursor.moveTo} />
  if (isNarrow)
    return (
      <div className={styles.stack}>
        {chart}
        {events}
      </div>
    )
  return (
    <div className={styles.split}>
      <Split
        id="timeline"
        direction="horizontal"
        {...split}
        label="Width of the chart"
        first={chart}
        second={events}
      />
    </div>
  )
}

function useTables(
  { points, markers }: Timeline,
  kinds: readonly TimelineKind[],
  byIndex: ReadonlyMap<number, MessageRow>,
) {
  const rows = useMemo(
    () => buildPointRows(points, (index) => byIndex.get(index)?.role ?? ''),
    [points, byIndex],
  )
  const columns = useMemo(() => buildPointColumns(kinds), [kinds])
  const markerRows = useMemo(() => markers.map((marker, place) => ({ ...marker, place })), [markers])
  return { rows, columns, markerRows }
}

/** What stands behind the chart, every row of it; Enter or a double click goes to the message. */
function TimelineTable<T extends object>(props: TimelineTableProps<T>) {
  const [sort, setSort] = useState({ id: 'message', desc: false })
  const [selected, setSelected] = useState<string | null>(null)
  return (
    <DataTable
      {...props}
      sort={sort}
      onSort={setSort}
      selectedId={selected}
      onSelect={setSelected}
      flexWidth={240}
    />
  )
}

/** The window that a task is held against, and its lines: of each model over its own messages, where it had several. */
function useWindowLines(
  taskId: string,
  { models, points, markers }: Pick<Timeline, 'models' | 'points' | 'markers'>,
): {
  readonly window: ContextWindow
  readonly lines: readonly WindowLine[]
} {
  const { queries } = useEngine()
  const { window, status } = useContextStatus(taskId)
  const { windowTokens, owner } = window
  const isByModel = owner?.kind !== 'profile' && window.chosen === null && models.length > 1
  const names = useMemo(() => [...new Set(models.flatMap(({ model }) => model ?? []))], [models])
  const windows = useQuery(
    queries.context.windows.queryOptions({ input: { models: names }, enabled: isByModel }),
  ).data
  const ownerName = owner?.name ?? null
  // While another window is asked about, the figures are still those of the last one.
  const condensation = status.data?.window === windowTokens ? status.data : null
  const agent =
    useQuery(queries.tasks.get.queryOptions({ input: { taskId }, staleTime: 30_000 })).data?.summary.agent ??
    null
  const own = useMemo(() => buildAgentLine(markers, agent), [markers, agent])
  const lines = useMemo(() => {
    if (!isByModel) return buildWindowLines({ windowTokens, ownerName, condensation })
    const byModel = new Map(
      windows?.map(({ model, window }) => [
        model,
        window && { tokens: window.tokens, trigger: window.firing },
      ]),
    )
    return buildSegmentLines(buildModelSegments(models, points.length, (model) => byModel.get(model) ?? null))
  }, [isByModel, windows, models, points.length, windowTokens, ownerName, condensation])
  return { window, lines: useMemo(() => (own === null ? lines : [own, ...lines]), [own, lines]) }
}

/** The window that tasks are held against: usual ones at once, any other one by hand. */
function WindowChoice({ window }: { readonly window: ContextWindow }) {
  const { windowTokens, owner, chosen } = window
  const [typed, setTyped] = useState(chosen)
  const [shownFor, setShownFor] = useState(chosen)
  // The window can be chosen elsewhere too, and by the buttons.
  if (shownFor !== chosen) {
    setShownFor(chosen)
    setTyped(chosen)
  }
  return (
    <div
      className={styles.window}
      role="group"
      aria-label="Window to compare the task with"
      title={describeOwner(window) || undefined}
    >
      <FigureInput
        label="Window"
        unit="tok"
        isWhole
        width={owner === null ? 150 : 240}
        value={typed}
        placeholder={
          windowTokens === null
            ? 'none'
            : `${formatInteger(windowTokens)}${owner === null ? '' : ` (${owner.kind})`}`
        }
        error={
          typed !== null && typed < smallestWindow ? `At least ${formatInteger(smallestWindow)}` : undefined
        }
        onChange={(tokens) => {
          setTyped(tokens)
          if (tokens === null || tokens >= smallestWindow) window.choose(tokens)
        }}
      />
      {quick.map(({ tokens, label }) => (
        <Button
          key={tokens}
          variant={chosen === tokens ? 'light' : 'default'}
          size="compact-xs"
          aria-pressed={chosen === tokens}
          title={`Window of ${formatInteger(tokens)} tok`}
          onClick={() => window.choose(tokens)}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
