import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { KeptItem, StatementFate } from '../../../../shared/kernel/evidence.ts'
import { formatInteger } from '../../../../shared/kernel/format-figures.ts'
import { showControls } from '../../../../shared/kernel/show-controls.ts'
import {
  keptKindWords,
  stateWords,
  statementVerdictWords,
} from '../../../../shared/kernel/words/state-words.ts'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import { Note } from '../../../ui/layout/layout.tsx'
import { EvidenceTable } from './evidence-table.tsx'

const verdicts = ['other', 'silent', 'mixed', 'right'] as const
const signs = { right: '✓', mixed: '≈', silent: '–', other: '≠' } as const
const fates = { right: 'kept', mixed: 'silent', silent: 'silent', other: 'lost' } as const

const statementColumns: readonly TableColumn<StatementFate>[] = [
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
  { id: 'state', header: 'By its calls', width: 84, value: ({ state }) => stateWords[state] },
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

const keptColumns: readonly TableColumn<KeptItem>[] = [
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

/** What calls did to files, commands and to-do items, and what the context says of each. */
export function StatementEvidence({ rows, onMessage }: Shown<StatementFate>) {
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
      head={
        <SegmentedControl aria-label="Which statements" data={options} value={shown} onChange={setShown} />
      }
      onOpen={({ messageIndex }) => onMessage(messageIndex)}
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
      head={
        <Note component="span">
          {formatInteger(rows.length)} listed, {formatInteger(lost)} lost
        </Note>
      }
      onOpen={({ messageIndex }) => onMessage(messageIndex)}
    />
  )
}
