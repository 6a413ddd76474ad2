import { Table } from '@mantine/core'
import type { Attempt } from '../../../../shared/condense/outcome-types.ts'
import { formatUsd, formatPercent } from '../../../../shared/kernel/format-figures.ts'
import { HeadCell } from '../../../ui/components/explained.tsx'

const attemptTones: Readonly<Record<Attempt['status'], string>> = {
  condensed: 'good',
  insufficient: 'caution',
  unchanged: 'muted',
  failed: 'bad',
}

/** Every provider of the chain that was tried, in order, and why it was not the last. */
export function AttemptsTable({ attempts }: { readonly attempts: readonly Attempt[] }) {
  return (
    <Table w="auto" aria-label="Attempts">
      <Table.Thead>
        <Table.Tr>
          <HeadCell ta="right" label="#" term="place-in-order" />
          <HeadCell label="Provider" />
          <HeadCell label="Status" />
          <HeadCell ta="right" label="Reduction" />
          <HeadCell ta="right" label="Cost" />
          <HeadCell label="Reason" />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {attempts.map((attempt, index) => (
          <Table.Tr key={index}>
            <Table.Td ta="right">{index + 1}</Table.Td>
            <Table.Td>{attempt.providerId}</Table.Td>
            <Table.Td>
              <span data-tone={attemptTones[attempt.status]}>{attempt.status}</span>
            </Table.Td>
            <Table.Td ta="right">
              {hasResult(attempt) ? formatPercent(attempt.reductionPercent) : '–'}
            </Table.Td>
            <Table.Td ta="right">{formatUsd(attempt.costUsd)}</Table.Td>
            <Table.Td maw={560} style={{ overflowWrap: 'anywhere' }}>
              {[attempt.code, attempt.message].filter(Boolean).join(': ') || '–'}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

const hasResult = ({ status }: Attempt): boolean => status === 'condensed' || status === 'insufficient'
