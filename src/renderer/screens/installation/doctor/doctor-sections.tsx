import { Button, Table, Code } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconRefresh,
  type Icon,
  IconDatabaseExport,
} from '@tabler/icons-react'
import { useQuery, useMutation } from '@tanstack/react-query'
import type { DoctorCheck } from '../../../../shared/installation/app-contract.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { OwnCommand } from '../../../data/own-command.tsx'
import { toProblem } from '../../../data/to-problem.ts'
import { formatBytes, formatTime } from '../../../lib/format.ts'
import { CopyTextButton } from '../../../ui/components/copy-text-button.tsx'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { HeadCell } from '../../../ui/components/explained.tsx'
import { FormSection } from '../../../ui/components/form/form-section.tsx'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import { TextWithCode } from '../../../ui/components/text-with-code.tsx'
import { Block, Row, type Tone } from '../../../ui/layout/layout.tsx'
import { AsleepSection } from './asleep-section.tsx'

const tones: Readonly<Record<DoctorCheck['status'], Tone>> = { ok: 'good', warning: 'caution', error: 'bad' }
const marks: Readonly<Record<DoctorCheck['status'], Icon>> = {
  ok: IconCircleCheck,
  warning: IconAlertTriangle,
  error: IconCircleX,
}

/** Whether everything that Dewpoint stands on is well, what a restored backup would do, and backups. */
export function DoctorSections() {
  const { queries } = useEngine()
  const checks = useQuery(queries.app.doctor.queryOptions())
  const text =
    checks.data?.map((check) => `${check.status}\t${check.label}\t${check.detail}`).join('\n') ?? ''
  return (
    <>
      <FormSection title="Doctor" layout="stack">
        <Row>
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
        </Row>
        {checks.isError && (
          <ErrorPanel problem={toProblem(checks.error)} onRetry={() => void checks.refetch()} />
        )}
        {checks.isPending && (
          <Block w="100%">
            <SkeletonRows rows={5} label="Checking" />
          </Block>
        )}
        {checks.data && <CheckTable checks={checks.data} />}
      </FormSection>
      <AsleepSection />
      <BackupSection />
    </>
  )
}

function CheckTable({ checks }: { readonly checks: readonly DoctorCheck[] }) {
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <HeadCell w={110} label="Status" term="check-state" />
          <HeadCell w={180} label="Check" />
          <HeadCell label="Detail" />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {checks.map((check) => {
          const Mark = marks[check.status]
          return (
            <Table.Tr key={check.id}>
              <Table.Td>
                <Row component="span" inline gap={6} tone={tones[check.status]}>
                  <Mark size={14} stroke={1.75} aria-hidden />
                  {check.status}
                </Row>
              </Table.Td>
              <Table.Td>{check.label}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <TextWithCode text={check.detail} />
              </Table.Td>
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}

/** Copies of the database: makes one, lists them, says how one goes back. */
function BackupSection() {
  const { client, queries } = useEngine()
  const copies = useQuery(queries.backups.list.queryOptions())
  const make = useMutation({
    mutationFn: () => client.backups.make({ kind: 'backup' }),
    onSuccess: () => copies.refetch(),
  })
  const failure = make.error ?? copies.error
  return (
    <FormSection
      title="Backups"
      layout="stack"
      note={
        <>
          A backup is a checked copy of the database. To restore one, quit Dewpoint and run{' '}
          <Code>
            <OwnCommand>restore &lt;file&gt;</OwnCommand>
          </Code>
          . The database it replaces is kept.
        </>
      }
    >
      <div>
        <Button
          variant="default"
          leftSection={<IconDatabaseExport size={14} aria-hidden />}
          loading={make.isPending}
          onClick={() => make.mutate()}
        >
          Back up now
        </Button>
      </div>
      {failure !== null && <ErrorPanel problem={toProblem(failure)} />}
      {copies.data !== undefined && copies.data.length > 0 && (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <HeadCell w={150} label="Made" />
              <HeadCell w={90} label="Size" />
              <HeadCell label="File" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {copies.data.map(({ path, bytes, createdTs }) => (
              <Table.Tr key={path}>
                <Table.Td>{formatTime(createdTs)}</Table.Td>
                <Table.Td>{formatBytes(bytes)}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{path}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </FormSection>
  )
}
