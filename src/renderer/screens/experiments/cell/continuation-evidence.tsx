import type { Evidence, LinkFate, NextAction, ReReadResult } from '../../../../shared/kernel/evidence.ts'
import { formatInteger } from '../../../../shared/kernel/format-figures.ts'
import { showControls } from '../../../../shared/kernel/show-controls.ts'
import {
  describeHeadStart,
  describeLinks,
  describeReReading,
} from '../../../../shared/kernel/words/evidence-words.ts'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import { EvidenceTable, lostFirst } from './evidence-table.tsx'
import { buildUsedColumn } from './used-column.tsx'

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
      sortedBy={lostFirst}
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
      sortedBy={lostFirst}
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
    />
  )
}
