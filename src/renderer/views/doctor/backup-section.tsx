import { Button, Code, Table } from '@mantine/core'
import { IconDatabaseExport } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { SectionHead } from '../../components/section-head.tsx'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { formatBytes, formatTime } from '../../lib/format.ts'
import styles from './doctor-view.module.css'

/** Copies of the database: makes one, lists them, says how one goes back. */
export function BackupSection() {
  const { client, queries } = useEngine()
  const copies = useQuery(queries.backups.list.queryOptions())
  const make = useMutation({
    mutationFn: () => client.backups.make({ kind: 'backup' }),
    onSuccess: () => copies.refetch(),
  })
  const failure = make.error ?? copies.error
  return (
    <section className={styles.backups} aria-label="Backups">
      <SectionHead title="Backups">
        <Button
          variant="default"
          leftSection={<IconDatabaseExport size={14} aria-hidden />}
          loading={make.isPending}
          onClick={() => make.mutate()}
        >
          Back up now
        </Button>
      </SectionHead>
      {failure !== null && <ErrorPanel problem={toProblem(failure)} />}
      <p className={styles.note}>
        A backup is a checked copy of the database. To restore one, quit Dewpoint and run{' '}
        <Code>dewpoint restore &lt;file&gt;</Code>. The database it replaces is kept.
      </p>
      {copies.data !== undefined && copies.data.length > 0 && (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={150}>Made</Table.Th>
              <Table.Th w={90}>Size</Table.Th>
              <Table.Th>File</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {copies.data.map(({ path, bytes, createdTs }) => (
              <Table.Tr key={path}>
                <Table.Td>{formatTime(createdTs)}</Table.Td>
                <Table.Td>{formatBytes(bytes)}</Table.Td>
                <Table.Td className={styles.detail ?? ''}>{path}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  )
}
