import { formatInteger, formatUsd } from '../../../shared/kernel/format-figures.ts'
import type { TimelineMarker, TimelinePoint } from '../../../shared/timeline/types.ts'
import { formatTime } from '../../lib/format.ts'
import { buildFigureColumn } from '../../ui/components/build-figure-column.ts'
import type { TableColumn } from '../../ui/components/table-column.ts'
import { markerLooks } from './marker-looks.ts'
import { timelineLooks, type TimelineKind } from './timeline-kinds.ts'

/** A point with the role of its message, and what was sent before it. */
export type PointRow = TimelinePoint & { readonly role: string; readonly sentTokens: number | null }
/** An event with its place in the list. */
export type MarkerRow = TimelineMarker & { readonly place: number }

/** All points as rows; `roleOf` names the author of a message. */
export function buildPointRows(
  points: readonly TimelinePoint[],
  roleOf: (messageIndex: number) => string,
): readonly PointRow[] {
  return points.map((point, at) => ({
    ...point,
    role: roleOf(point.messageIndex),
    sentTokens: point.recordedTokens === null ? null : (points[at - 1]?.contextTokens ?? null),
  }))
}

/** Pixels that a header needs with its arrow. The figures below are shorter. */
const measureHeaderWidth = (header: string): number => Math.max(90, header.length * 6.5 + 34)

const messageColumn: TableColumn<Pick<TimelinePoint, 'messageIndex'>> = {
  id: 'message',
  header: '#',
  width: 64,
  align: 'end',
  value: (row) => row.messageIndex,
}
const timeColumn: TableColumn<Pick<TimelinePoint, 'ts'>> = {
  id: 'time',
  header: 'Time',
  width: 130,
  value: (row) => (row.ts === null ? null : formatTime(row.ts)),
  cell: (row) => formatTime(row.ts),
}

/** Columns of the points, with one for each kind that the task has. */
export function buildPointColumns(kinds: readonly TimelineKind[]): readonly TableColumn<PointRow>[] {
  const buildPointFigureColumn = (
    id: string,
    header: string,
    value: (row: PointRow) => number | null,
    format = formatInteger,
  ): TableColumn<PointRow> => buildFigureColumn(id, header, value, format, measureHeaderWidth(header))
  return [
    messageColumn,
    { id: 'role', header: 'Role', width: 90, value: (row) => row.role },
    buildPointFigureColumn('context', 'Context after, tok', (row) => row.contextTokens),
    ...kinds.map((kind) =>
      buildPointFigureColumn(kind, `${timelineLooks[kind].label}, tok`, (row) => row.byKind[kind] ?? 0),
    ),
    buildPointFigureColumn('sent', 'Sent for it, tok', (row) => row.sentTokens),
    buildPointFigureColumn('recorded', 'Recorded input, tok', (row) => row.recordedTokens),
    {
      ...buildPointFigureColumn('cost', 'Cost so far, $', (row) => row.cumulativeUsd, formatUsd),
      about: 'cost-until',
    },
    timeColumn,
  ]
}

/** Columns of the events. */
export const markerColumns: readonly TableColumn<MarkerRow>[] = [
  messageColumn,
  { id: 'kind', header: 'Event', width: 120, value: (row) => markerLooks[row.kind].label },
  { id: 'text', header: 'What happened', value: (row) => row.text },
  buildFigureColumn('before', 'Before, tok', (row) => row.tokensBefore, formatInteger, 100),
  buildFigureColumn('after', 'After, tok', (row) => row.tokensAfter, formatInteger, 100),
  buildFigureColumn<MarkerRow>('cost', 'Cost, $', (row) => row.costUsd, formatUsd, 90, 'cost-of-request'),
  timeColumn,
]
