import { useState } from 'react'
import { showControls } from '../../../../shared/experiments/show-controls-lib.ts'
import type { Evidence, LinkFate, NextAction, ReReadResult } from '../../../../shared/kernel/evidence.ts'
import { formatInteger } from '../../../../shared/kernel/format-figures.ts'
import {
  describeHeadStart,
  describeLinks,
  describeReReading,
} from '../../../../shared/kernel/words/evidence-words.ts'
import { CopyTableButton } from '../../../ui/components/copy-table-button.tsx'
import { DataTable } from '../../../ui/components/data-table.tsx'
import { EmptyPanel } from '../../../ui/components/empty-panel.tsx'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import { Block, Caption, Inline, Note, Row } from '../../../ui/layout/layout.tsx'

type Of<K extends Evidence['kind']> = Omit<Extract<Evidence, { kind: K }>, 'kind'>
type OnMessage = { readonly onMessage: (index: number) => void }

const pickFate = (now: unknown) => (now === null ? 'lost' : 'kept')

function renderFate(now: unknown) {
  return <span data-fate={pickFate(now)}>{now === null ? '✗ lost' : '✓ kept'}</span>
}

type Placed = { readonly stood: { readonly messageIndex: number }; readonly now: ReReadResult['now'] }

function buildPlaceColumns<Row extends Placed>(): readonly TableColumn<Row>[] {
  return [
    {
      id: 'stood',
      header: 'Stood in',
      width: 80,
      align: 'end',
      value: ({ stood }) => stood.messageIndex,
      cell: ({ stood }) => `#${stood.messageIndex}`,
    },
    {
      id: 'now',
      header: 'Stands in',
      width: 80,
      align: 'end',
      value: ({ now }) => now?.messageIndex ?? null,
      cell: ({ now }) => (now === null ? '–' : `#${now.messageIndex}`),
    },
  ]
}

const reReadColumns: readonly TableColumn<ReReadResult>[] = [
  {
    id: 'fate',
    header: 'Result',
    about: 'kept-or-lost',
    width: 70,
    value: ({ now }) => pickFate(now),
    cell: ({ now }) => renderFate(now),
  },
  { id: 'of', header: 'Tool result', width: 200, value: ({ path, call }) => showControls(path ?? call) },
  { id: 'tool', header: 'Tool', width: 90, value: ({ tool }) => tool },
  { id: 'line', header: 'Line that is used', value: ({ line }) => showControls(line) },
  {
    id: 'lines',
    header: 'Lines lost',
    width: 90,
    align: 'end',
    value: ({ missingLines }) => missingLines,
    cell: ({ lines, missingLines }) => `${missingLines} of ${lines}`,
  },
  {
    id: 'missing',
    header: 'To read (tok)',
    width: 100,
    align: 'end',
    value: ({ missingTokens }) => missingTokens,
    cell: ({ missingTokens }) => formatInteger(missingTokens),
  },
  {
    id: 'tokens',
    header: 'Whole (tok)',
    width: 90,
    align: 'end',
    value: ({ tokens }) => tokens,
    cell: ({ tokens }) => formatInteger(tokens),
  },
  ...buildPlaceColumns<ReReadResult>(),
  buildUsedColumn<ReReadResult>(({ used }) => used.messageIndex),
]

/** Earlier tool results that the continuation uses, and whether the context still has what it takes from them. */
export function ReReadEvidence({ results, onMessage }: Of<'re-reading'> & OnMessage) {
  return (
    <EvidenceTable
      label="Tool results"
      note={describeReReading(results)}
      rows={results}
      columns={reReadColumns}
      buildRowId={({ stood }) => `${stood.messageIndex} ${stood.partIndex}`}
      onOpen={({ stood }) => onMessage(stood.messageIndex)}
    />
  )
}

const linkColumns: readonly TableColumn<LinkFate>[] = [
  {
    id: 'fate',
    header: 'Result',
    about: 'kept-or-lost',
    width: 70,
    value: ({ now }) => pickFate(now),
    cell: ({ now }) => renderFate(now),
  },
  { id: 'words', header: 'Words', value: ({ words }) => showControls(words.join(' + ')) },
  ...buildPlaceColumns<LinkFate>(),
  buildUsedColumn<LinkFate>(({ used }) => used.messageIndex),
]

/** Pairs of words that the continuation takes from the history, kept and lost. */
export function LinkEvidence({ onMessage, ...evidence }: Of<'links'> & OnMessage) {
  return (
    <EvidenceTable
      label="Links"
      note={describeLinks(evidence)}
      rows={evidence.pairs}
      columns={linkColumns}
      buildRowId={({ words }) => words.join(' ')}
      onOpen={({ stood }) => onMessage(stood.messageIndex)}
    />
  )
}

const actionColumns: readonly TableColumn<NextAction>[] = [
  buildUsedColumn<NextAction>(({ place }) => place.messageIndex),
  { id: 'tool', header: 'Action', value: ({ tool }) => tool ?? 'text' },
  {
    id: 'size',
    header: 'Characters',
    width: 100,
    align: 'end',
    value: ({ place }) => place.end,
    cell: ({ place }) => formatInteger(place.end),
  },
]

/** The actions that followed the cut, and the bits that they take behind nothing, the context and the full history. */
export function HeadStartEvidence({ actions, bits }: Of<'head-start'>) {
  return (
    <EvidenceTable
      label="Next actions"
      note={describeHeadStart(bits)}
      rows={actions}
      columns={actionColumns}
      buildRowId={({ place }) => `${place.messageIndex} ${place.partIndex}`}
    />
  )
}

/** Messages of the continuation count from the cut. */
function buildUsedColumn<Row>(indexOf: (row: Row) => number): TableColumn<Row> {
  return {
    id: 'used',
    header: 'Used after cut',
    width: 110,
    align: 'end',
    value: indexOf,
    cell: (row) => `+${indexOf(row) + 1}`,
  }
}

type EvidenceTableProps<Row extends object> = {
  readonly label: string
  readonly note: string
  readonly rows: readonly Row[]
  readonly columns: readonly TableColumn<Row>[]
  readonly buildRowId: (row: Row) => string
  /** Absent where a row has no message of the source. */
  readonly onOpen?: (row: Row) => void
}

function EvidenceTable<Row extends object>({
  label,
  note,
  rows,
  columns,
  buildRowId,
  onOpen,
}: EvidenceTableProps<Row>) {
  const [sort, setSort] = useState({ id: columns[0]?.id ?? '', desc: columns[0]?.id === 'fate' })
  const [selectedId, setSelectedId] = useState<string | null>(null)
  return (
    <>
      <Note px="md" pb={6}>
        {note}
      </Note>
      <Row px="md" pt={2} pb={6}>
        {onOpen !== undefined && <Caption>Enter shows the message</Caption>}
        <Inline flex={1} />
        <CopyTableButton columns={columns} rows={rows} />
      </Row>
      <Block flex={1} mih={0} line="top">
        {rows.length === 0 ? (
          <EmptyPanel>Nothing here.</EmptyPanel>
        ) : (
          <DataTable
            label={label}
            rows={rows}
            columns={columns}
            rowId={buildRowId}
            sort={sort}
            onSort={setSort}
            selectedId={selectedId}
            onSelect={setSelectedId}
            onOpen={(row) => onOpen?.(row)}
          />
        )}
      </Block>
    </>
  )
}
