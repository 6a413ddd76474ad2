import { Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { GuideCase } from '../../../shared/domain/guide.ts'
import { CopyTableButton } from '../../components/copy-table-button.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import styles from './cases-tab.module.css'
import { keepUnits } from './keep-units.ts'
import { UsePickButton } from './use-pick-button.tsx'

/** What to take in which situation, under which constraint, for whom. */
export function CasesTab() {
  const { queries } = useEngine()
  const reference = useQuery(queries.guide.reference.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  if (reference.isError)
    return <ErrorPanel problem={toProblem(reference.error)} onRetry={() => void reference.refetch()} />
  if (reference.data === undefined) return <SkeletonRows label="Loading the cases" />
  const { scenarios, constraints, users } = reference.data
  return (
    <>
      <CaseTable title="By situation" column="Situation" cases={scenarios} />
      <CaseTable title="By constraint" column="Constraint" cases={constraints} />
      <CaseTable title="By user" column="Who" cases={users} />
    </>
  )
}

type CaseTableProps = {
  readonly title: string
  readonly column: string
  readonly cases: readonly GuideCase[]
}

function CaseTable({ title, column, cases }: CaseTableProps) {
  const columns = [
    { header: column, value: ({ label }: GuideCase) => label },
    { header: 'Take', value: ({ picks }: GuideCase) => picks.map(({ label }) => label).join('; ') },
    { header: 'Why', value: ({ reasons }: GuideCase) => reasons.join('; ') },
    { header: 'Notes', value: ({ notes }: GuideCase) => notes.join('; ') },
  ]
  return (
    <section className={styles.section} aria-label={title}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        <CopyTableButton columns={columns} rows={cases} />
      </div>
      <Table aria-label={title} className={styles.table ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={200}>{column}</Table.Th>
            <Table.Th w={300}>Take</Table.Th>
            <Table.Th>Why</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {cases.map(({ id, label, picks, reasons, notes }) => (
            <Table.Tr key={id}>
              <Table.Th scope="row" className={styles.label ?? ''}>
                {keepUnits(label)}
              </Table.Th>
              <Table.Td>
                <span className={styles.picks}>
                  {picks.map((pick) => (
                    <UsePickButton key={pick.label} pick={pick} isNamed />
                  ))}
                </span>
              </Table.Td>
              <Table.Td>
                {keepUnits(reasons.join('. '))}.
                {notes.map((note) => (
                  <div key={note} className={styles.note}>
                    {keepUnits(note)}.
                  </div>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
