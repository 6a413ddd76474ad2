import { Table } from '@mantine/core'
import type { OutcomeSummary } from '../../../shared/domain/outcome.ts'
import { formatDuration, formatInteger } from '../../../shared/lib/format-figures.ts'
import { FateMark } from '../../components/marks/fate-mark.tsx'
import { formatChange } from '../../lib/format.ts'
import styles from './result-details.module.css'

/** What each pass did. */
export function PassesTable({ outcome }: { readonly outcome: OutcomeSummary }) {
  if (outcome.passes.length === 0) return <p className={styles.note}>No pass was made.</p>
  return (
    <Table className={styles.table ?? ''}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Pass</Table.Th>
          <Table.Th ta="right">Before (tok)</Table.Th>
          <Table.Th ta="right">After (tok)</Table.Th>
          <Table.Th ta="right">Change</Table.Th>
          <Table.Th ta="right">Time</Table.Th>
          <Table.Th>Parts touched</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {outcome.passes.map((pass) => (
          <Table.Tr key={pass.id}>
            <Table.Td>{pass.label}</Table.Td>
            <Table.Td ta="right">{formatInteger(pass.tokensBefore)}</Table.Td>
            <Table.Td ta="right">{formatInteger(pass.tokensAfter)}</Table.Td>
            <Table.Td ta="right">{formatChange(pass.tokensBefore, pass.tokensAfter)}</Table.Td>
            <Table.Td ta="right">{formatDuration(pass.durationMs)}</Table.Td>
            <Table.Td>
              {Object.entries(pass.operations)
                .map(([operation, parts]) => `${formatInteger(parts)} ${operation}`)
                .join(', ')}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** How often each operation was applied and what it took away. */
export function OperationsTable({ outcome }: { readonly outcome: OutcomeSummary }) {
  const { operations } = outcome.stats
  if (operations.length === 0) return <p className={styles.note}>No operation was applied.</p>
  return (
    <Table className={styles.table ?? ''}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Operation</Table.Th>
          <Table.Th ta="right">Parts</Table.Th>
          <Table.Th ta="right">Saved (tok)</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {operations.map((operation) => (
          <Table.Tr key={operation.operation}>
            <Table.Td>
              <FateMark fate={operation.operation} />
            </Table.Td>
            <Table.Td ta="right">{formatInteger(operation.parts)}</Table.Td>
            <Table.Td ta="right">{formatInteger(operation.tokensSaved)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
