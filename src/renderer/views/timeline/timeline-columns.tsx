import type { Timeline, TimelineMarker, TimelinePoint } from '../../../shared/domain/timeline.ts'
import { formatInteger, formatUsd } from '../../../shared/lib/format-figures.ts'
import type { TableColumn } from '../../components/table-column.ts'
import { formatTime } from '../../lib/format.ts'
import { markerLooks } from './marker-looks.ts'
import { timelineLooks, type TimelineKind } from './timeline-kinds.ts'

/** A point with the role of its message, and what was sent before it. */
export type PointRow = TimelinePoint & { readonly role: string; readonly sentTokens: number | null }
/** An event with its place in the list. */
export type MarkerRow = TimelineMarker & { readonly place: number }

/** All points as rows; `roleOf` names the author of a message. */
export function pointRows(
  { points }: Timeline,
  roleOf: (messageIndex: number) => string,
): readonly PointRow[] {
  return points.map((point, at) => ({
    ...point,
    role: roleOf(point.messageIndex),
    sentTokens: point.recordedTokens === null ? null : (points[at - 1]?.contextTokens ?? null),
  }))
}

const figure = (value: number | null): string => (value === null ? '–' : formatInteger(value))

/** Pixels that a header needs with its arrow; the figures below are shorter. */
const widthOf = (header: string): number => Math.max(90, header.length * 6.5 + 34)

/** Columns of the points, with one for each kind that the task has. */
export function pointColumns(kinds: readonly TimelineKind[]): readonly TableColumn<PointRow>[] {
  const tokens = (
    id: string,
    header: string,
    value: (row: PointRow) => number | null,
  ): TableColumn<PointRow> => ({
    id,
    header,
    width: widthOf(header),
    align: 'end',
    value,
    cell: (row) => figure(value(row)),
  })
  return [
    { id: 'message', header: '#', width: 64, align: 'end', value: (row) => row.messageIndex },
    { id: 'role', header: 'Role', width: 90, value: (row) => row.role },
    tokens('context', 'Context after, tok', (row) => row.contextTokens),
    ...kinds.map((kind) => tokens(kind, `${timelineLooks[kind].label}, tok`, (row) => row.byKind[kind] ?? 0)),
    tokens('sent', 'Sent for it, tok', (row) => row.sentTokens),
    tokens('recorded', 'Recorded input, tok', (row) => row.recordedTokens),
    {
      id: 'cost',
      header: 'Cost so far, $',
      width: widthOf('Cost so far, $'),
      align: 'end',
      value: (row) => row.cumulativeUsd,
      cell: (row) => formatUsd(row.cumulativeUsd),
    },
    {
      id: 'time',
      header: 'Time',
      width: 130,
      value: (row) => (row.ts === null ? null : formatTime(row.ts)),
      cell: (row) => formatTime(row.ts),
    },
  ]
}

/** Columns of the events. */
export const markerColumns: readonly TableColumn<MarkerRow>[] = [
  { id: 'message', header: '#', width: 64, align: 'end', value: (row) => row.messageIndex },
  { id: 'kind', header: 'Event', width: 120, value: (row) => markerLooks[row.kind].label },
  { id: 'text', header: 'What happened', value: (row) => row.text },
  {
    id: 'before',
    header: 'Before, tok',
    width: 100,
    align: 'end',
    value: (row) => row.tokensBefore,
    cell: (row) => figure(row.tokensBefore),
  },
  {
    id: 'after',
    header: 'After, tok',
    width: 100,
    align: 'end',
    value: (row) => row.tokensAfter,
    cell: (row) => figure(row.tokensAfter),
  },
  {
    id: 'cost',
    header: 'Cost, $',
    width: 90,
    align: 'end',
    value: (row) => row.costUsd,
    cell: (row) => formatUsd(row.costUsd),
  },
  {
    id: 'time',
    header: 'Time',
    width: 130,
    value: (row) => (row.ts === null ? null : formatTime(row.ts)),
    cell: (row) => formatTime(row.ts),
  },
]
