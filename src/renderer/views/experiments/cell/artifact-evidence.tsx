import { useState } from 'react'
import type { ArtifactFate, Evidence } from '../../../../shared/domain/evidence.ts'
import { showControls } from '../../../../shared/lib/show-controls.ts'
import { CopyTableButton } from '../../../components/copy-table-button.tsx'
import { DataTable } from '../../../components/data-table.tsx'
import { EmptyPanel } from '../../../components/empty-panel.tsx'
import type { TableColumn } from '../../../components/table-column.ts'
import { countOf } from '../../../lib/format.ts'
import styles from './evidence.module.css'

type Invented = Extract<Evidence, { kind: 'artifacts' }>['invented']

const columns: readonly TableColumn<ArtifactFate>[] = [
  {
    id: 'fate',
    header: 'Result',
    width: 76,
    value: ({ now }) => (now.length > 0 ? 'kept' : 'lost'),
    cell: ({ now }) => (
      <span data-fate={now.length > 0 ? 'kept' : 'lost'}>{now.length > 0 ? '✓ kept' : '✗ lost'}</span>
    ),
  },
  { id: 'name', header: 'File or command', value: ({ name }) => showControls(name) },
  { id: 'acts', header: 'What was done', width: 150, value: ({ acts }) => acts.join(', ') },
  {
    id: 'done',
    header: 'Done in',
    width: 120,
    value: ({ messageIndices }) => messageIndices.map((index) => `#${index}`).join(' '),
  },
  {
    id: 'now',
    header: 'Stands in',
    width: 90,
    align: 'end',
    value: ({ now }) => now[0]?.messageIndex ?? null,
    cell: ({ now: [first] }) => (first === undefined ? '–' : `#${first.messageIndex}`),
  },
]

type ArtifactEvidenceProps = {
  readonly artifacts: readonly ArtifactFate[]
  readonly invented: Invented
  readonly onMessage: (index: number) => void
}

/** What tool calls did and whether the context still says so; and files that it names and nobody knows. */
export function ArtifactEvidence({ artifacts, invented, onMessage }: ArtifactEvidenceProps) {
  const [sort, setSort] = useState({ id: 'fate', desc: true })
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const lost = artifacts.filter(({ now }) => now.length === 0).length
  return (
    <>
      <div className={styles.bar}>
        <span className={styles.note}>
          {countOf(artifacts.length, 'artifact')}, {lost} lost
        </span>
        <span className={styles.hint}>Enter shows the message</span>
        <span className={styles.spring} />
        <CopyTableButton columns={columns} rows={artifacts} />
      </div>
      {invented.length > 0 && (
        <p className={styles.note}>
          Named though nothing in the source knows them:{' '}
          {invented
            .map(({ name, now: [first] }) => `${showControls(name)} (#${first?.messageIndex ?? '–'})`)
            .join(', ')}
        </p>
      )}
      <div className={styles.rows}>
        {artifacts.length === 0 ? (
          <EmptyPanel>No tool call of the source did anything to a file, and none ran a command.</EmptyPanel>
        ) : (
          <DataTable
            label="Artifacts"
            rows={artifacts}
            columns={columns}
            rowId={({ name }) => name}
            sort={sort}
            onSort={setSort}
            selectedId={selectedId}
            onSelect={setSelectedId}
            onOpen={({ messageIndices: [first] }) => first !== undefined && onMessage(first)}
          />
        )}
      </div>
    </>
  )
}
