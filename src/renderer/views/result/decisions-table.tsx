import { Table } from '@mantine/core'
import type { TraceStep } from '../../../shared/domain/outcome.ts'
import { formatInteger, formatUsd } from '../../../shared/lib/format-figures.ts'
import { formatChange } from '../../lib/format.ts'
import styles from './result-details.module.css'

const tones: Readonly<Record<TraceStep['decision'], string>> = {
  taken: 'good',
  skipped: 'plain',
  failed: 'bad',
}

/** What was decided on the way, in order: which pass, step or branch was taken or left, and why. */
export function DecisionsTable({ trace }: { readonly trace: readonly TraceStep[] }) {
  return (
    <Table className={styles.table ?? ''} aria-label="Decisions">
      <Table.Thead>
        <Table.Tr>
          <Table.Th ta="right">#</Table.Th>
          <Table.Th>What</Table.Th>
          <Table.Th>Decision</Table.Th>
          <Table.Th>Reason</Table.Th>
          <Table.Th ta="right">Before (tok)</Table.Th>
          <Table.Th ta="right">After (tok)</Table.Th>
          <Table.Th ta="right">Change</Table.Th>
          <Table.Th ta="right">Cost</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {trace.map((step, index) => (
          <Table.Tr key={index}>
            <Table.Td ta="right">{index + 1}</Table.Td>
            <Table.Td>{step.label}</Table.Td>
            <Table.Td>
              <span className={styles.status} data-tone={tones[step.decision]}>
                {step.decision}
              </span>
            </Table.Td>
            <Table.Td className={styles.reason ?? ''}>{step.reason || '–'}</Table.Td>
            <Table.Td ta="right">{formatInteger(step.tokensBefore)}</Table.Td>
            <Table.Td ta="right">{formatInteger(step.tokensAfter)}</Table.Td>
            <Table.Td ta="right">
              {step.tokensBefore === step.tokensAfter
                ? '–'
                : formatChange(step.tokensBefore, step.tokensAfter)}
            </Table.Td>
            <Table.Td ta="right">{formatUsd(step.costUsd)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
