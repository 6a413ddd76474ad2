import { SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { FactFate } from '../../../../shared/domain/evidence.ts'
import { formatInteger } from '../../../../shared/lib/format-figures.ts'
import { CopyTableButton } from '../../../components/copy-table-button.tsx'
import { DataTable } from '../../../components/data-table.tsx'
import { EmptyPanel } from '../../../components/empty-panel.tsx'
import { survivalColumns } from '../../result/survival-columns.tsx'
import { markOf, survivalFacts } from '../../result/survival-facts.ts'
import styles from './evidence.module.css'

const fates = ['all', 'lost', 'kept'] as const
type ShownFates = (typeof fates)[number]

type FactEvidenceProps = {
  readonly facts: readonly FactFate[]
  readonly note: string
  readonly onMessage: (index: number) => void
}

/** Facts kept and lost, with where each stood and where it stands. */
export function FactEvidence({ facts, note, onMessage }: FactEvidenceProps) {
  const [shown, setShown] = useState<ShownFates>('all')
  const [sort, setSort] = useState({ id: 'fate', desc: true })
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const all = useMemo(
    () => survivalFacts([{ metric: '', value: null, evidence: { kind: 'facts', facts } }]),
    [facts],
  )
  const kept = all.filter(({ isKept }) => isKept).length
  const counts: Readonly<Record<ShownFates, number>> = { all: all.length, lost: all.length - kept, kept }
  const rows = all.filter(({ isKept }) => shown === 'all' || isKept === (shown === 'kept'))
  return (
    <>
      {note !== '' && <p className={styles.note}>{note}</p>}
      <div className={styles.bar}>
        <SegmentedControl
          aria-label="Which facts"
          data={fates.map((fate) => ({ value: fate, label: `${fate} ${formatInteger(counts[fate])}` }))}
          value={shown}
          onChange={setShown}
        />
        <span className={styles.hint}>Enter shows the message</span>
        <span className={styles.spring} />
        <CopyTableButton columns={survivalColumns} rows={rows} />
      </div>
      <div className={styles.rows}>
        {rows.length === 0 ? (
          <EmptyPanel>No fact of this kind.</EmptyPanel>
        ) : (
          <DataTable
            label="Facts"
            rows={rows}
            columns={survivalColumns}
            rowId={({ id }) => id}
            sort={sort}
            onSort={setSort}
            selectedId={selectedId}
            onSelect={setSelectedId}
            onOpen={(fact) => onMessage(markOf(fact))}
          />
        )}
      </div>
    </>
  )
}
