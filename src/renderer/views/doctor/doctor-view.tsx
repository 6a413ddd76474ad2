import { Button, Table } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconRefresh, type Icon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { DoctorCheck } from '../../../shared/api/app.ts'
import { CopyTextButton } from '../../components/copy-text-button.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { Toolbar } from '../../components/toolbar.tsx'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { BackupSection } from './backup-section.tsx'
import styles from './doctor-view.module.css'

const marks: Readonly<Record<DoctorCheck['status'], Icon>> = {
  ok: IconCircleCheck,
  warning: IconAlertTriangle,
  error: IconCircleX,
}

/** Whether everything that Dewpoint stands on is well. */
export function DoctorView() {
  const { queries } = useEngine()
  const checks = useQuery(queries.app.doctor.queryOptions())
  const text =
    checks.data?.map((check) => `${check.status}\t${check.label}\t${check.detail}`).join('\n') ?? ''
  return (
    <>
      <Toolbar title="Doctor">
        <Toolbar.Spring />
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconRefresh size={14} aria-hidden />}
          loading={checks.isFetching}
          onClick={() => void checks.refetch()}
        >
          Check again
        </Button>
        <CopyTextButton text={text} label="Copy as text" />
      </Toolbar>
      {checks.isError && (
        <ErrorPanel problem={toProblem(checks.error)} onRetry={() => void checks.refetch()} />
      )}
      {checks.isPending && <SkeletonRows rows={5} label="Checking" />}
      <div className={styles.page}>
        {checks.data && <CheckTable checks={checks.data} />}
        <BackupSection />
      </div>
    </>
  )
}

function CheckTable({ checks }: { readonly checks: readonly DoctorCheck[] }) {
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={110}>Status</Table.Th>
          <Table.Th w={180}>Check</Table.Th>
          <Table.Th>Detail</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {checks.map((check) => {
          const Mark = marks[check.status]
          return (
            <Table.Tr key={check.id}>
              <Table.Td>
                <span className={styles.status} data-status={check.status}>
                  <Mark size={14} stroke={1.75} aria-hidden />
                  {check.status}
                </span>
              </Table.Td>
              <Table.Td>{check.label}</Table.Td>
              <Table.Td className={styles.detail ?? ''}>{check.detail}</Table.Td>
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}
