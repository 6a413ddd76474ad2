import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { showControls } from '../../../../shared/experiments/show-controls-lib.ts'
import type { CueLanguage, KeptItem, StatementFate } from '../../../../shared/kernel/evidence.ts'
import { formatInteger } from '../../../../shared/kernel/format-figures.ts'
import {
  describeCueLanguages,
  keptKindWords,
  stateWords,
  statementVerdictWords,
} from '../../../../shared/kernel/words/state-words.ts'
import { CopyTableButton } from '../../../ui/components/copy-table-button.tsx'
import { DataTable } from '../../../ui/components/data-table.tsx'
import { EmptyPanel } from '../../../ui/components/empty-panel.tsx'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import { Block, Caption, Inline, Note, Row } from '../../../ui/layout/layout.tsx'

type Numbered<Row> = Row & { readonly id: string }

const verdicts = ['contradicted', 'silent', 'mixed', 'right'] as const
const signs = { right: '✓', mixed: '≈', silent: '–', contradicted: '✗' } as const
const fates = { right: 'kept', mixed: 'silent', silent: 'silent', contradicted: 'lost' } as const

const statementColumns: readonly TableColumn<Numbered<StatementFate>>[] = [
  {
    id: 'verdict',
    header: 'Context',
    about: 'said-by-context',
    width: 118,
    value: ({ verdict }) => verdict,
    cell: ({ verdict }) => (
      <span data-fate={fates[verdict]}>
        {signs[verdict]} {statementVerdictWords[verdict]}
      </span>
    ),
  },
  { id: 'name', header: 'File, command or to-do', value: ({ name }) => showControls(name) },
  { id: 'state', header: 'In truth', width: 84, value: ({ state }) => stateWords[state] },
  {
    id: 'said',
    header: 'Context says',
    width: 104,
    value: ({ said }) => (said === null ? null : stateWords[said]),
    cell: ({ said }) => (said === null ? 'nothing' : stateWords[said]),
  },
  {
    id: 'from',
    header: 'Last call in',
    width: 96,
    align: 'end',
    value: ({ messageIndex }) => messageIndex,
    cell: ({ messageIndex }) => `#${messageIndex}`,
  },
  {
    id: 'now',
    header: 'Said in',
    width: 80,
    align: 'end',
    value: ({ place }) => place?.messageIndex ?? null,
    cell: ({ place }) => (place === null ? '–' : `#${place.messageIndex}`),
  },
]

const keptColumns: readonly TableColumn<Numbered<KeptItem>>[] = [
  {
    id: 'fate',
    header: 'Context',
    about: 'kept-or-lost',
    width: 84,
    value: ({ place }) => (place === null ? 'lost' : 'kept'),
    cell: ({ place }) => (
      <span data-fate={place === null ? 'lost' : 'kept'}>{place === null ? '✗ lost' : '✓ kept'}</span>
    ),
  },
  { id: 'kind', header: 'Kind', width: 76, value: ({ kind }) => keptKindWords[kind] },
  { id: 'text', header: 'Words', value: ({ text }) => showControls(text) },
  {
    id: 'from',
    header: 'Said in',
    width: 80,
    align: 'end',
    value: ({ messageIndex }) => messageIndex,
    cell: ({ messageIndex }) => `#${messageIndex}`,
  },
  {
    id: 'now',
    header: 'Stands in',
    width: 90,
    align: 'end',
    value: ({ place }) => place?.messageIndex ?? null,
    cell: ({ place }) => (place === null ? '–' : `#${place.messageIndex}`),
  },
]

type Shown<Row> = { readonly rows: readonly Row[]; readonly onMessage: (index: number) => void }

type StatementEvidenceProps = Shown<StatementFate> & {
  /** Absent in older results. */
  readonly languages: readonly CueLanguage[] | undefined
}

/** What calls did to files, commands and to-do items, and what the context says of each. */
export function StatementEvidence({ rows, languages, onMessage }: StatementEvidenceProps) {
  const [shown, setShown] = useState<'all' | StatementFate['verdict']>('all')
  const count = (verdict: StatementFate['verdict']): number =>
    rows.filter((row) => row.verdict === verdict).length
  const options = [
    { value: 'all' as const, label: `all ${formatInteger(rows.length)}` },
    ...verdicts.map((verdict) => ({
      value: verdict,
      label: `${statementVerdictWords[verdict]} ${formatInteger(count(verdict))}`,
    })),
  ]
  return (
    <EvidenceTable
      label="Statements"
      columns={statementColumns}
      rows={rows.filter(({ verdict }) => shown === 'all' || verdict === shown)}
      first="verdict"
      filter={
        <>
          <SegmentedControl aria-label="Which statements" data={options} value={shown} onChange={setShown} />
          <Note component="span" px="md" pb={6}>
            {describeCueLanguages(languages)}
          </Note>
        </>
      }
      onMessage={onMessage}
    />
  )
}

/** Rules and values of the user and the last errors, and whether the context still has them. */
export function KeptEvidence({ rows, onMessage }: Shown<KeptItem>) {
  const lost = rows.filter(({ place }) => place === null).length
  return (
    <EvidenceTable
      label="Rules and values"
      columns={keptColumns}
      rows={rows}
      first="fate"
      filter={
        <Note component="span" px="md" pb={6}>
          {formatInteger(rows.length)} listed, {formatInteger(lost)} lost
        </Note>
      }
      onMessage={onMessage}
    />
  )
}

type EvidenceTableProps<Row> = Shown<Row> & {
  readonly label: string
  readonly columns: readonly TableColumn<Numbered<Row>>[]
  /** Column by which rows are sorted at first. */
  readonly first: string
  readonly filter: React.ReactNode
}

function EvidenceTable<Row extends { readonly messageIndex: number }>({
  label,
  columns,
  rows,
  first,
  filter,
  onMessage,
}: EvidenceTableProps<Row>) {
  const [sort, setSort] = useState({ id: first, desc: false })
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const numbered = rows.map((row, at) => ({ ...row, id: String(at) }))
  return (
    <>
      <Row px="md" pt={2} pb={6}>
        {filter}
        <Caption>Enter shows the message</Caption>
        <Inline flex={1} />
        <CopyTableButton columns={columns} rows={numbered} />
      </Row>
      <Block flex={1} mih={0} line="top">
        {numbered.length === 0 ? (
          <EmptyPanel>None of these.</EmptyPanel>
        ) : (
          <DataTable
            label={label}
            rows={numbered}
            columns={columns}
            rowId={({ id }) => id}
            sort={sort}
            onSort={setSort}
            selectedId={selectedId}
            onSelect={setSelectedId}
            onOpen={({ messageIndex }) => onMessage(messageIndex)}
          />
        )}
      </Block>
    </>
  )
}
