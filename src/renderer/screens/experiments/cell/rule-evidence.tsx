import { Table } from '@mantine/core'
import { showControls } from '../../../../shared/experiments/show-controls-lib.ts'
import type { RuleRow } from '../../../../shared/kernel/evidence.ts'
import { HeadCell } from '../../../ui/components/explained.tsx'

/** The rules of a valid history, and where they are broken. */
export function RuleEvidence({ rows }: { readonly rows: readonly RuleRow[] }) {
  return (
    <Table w="auto" aria-label="Rules">
      <Table.Thead>
        <Table.Tr>
          <HeadCell label="Rule" term="history-rule" />
          <HeadCell label="Holds" term="rule-holds" />
          <HeadCell label="Where it does not" />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ rule, violations }) => (
          <Table.Tr key={rule}>
            <Table.Td>{rule}</Table.Td>
            <Table.Td data-fate={violations.length === 0 ? 'kept' : 'lost'}>
              {violations.length === 0 ? '✓ yes' : '✗ no'}
            </Table.Td>
            <Table.Td>
              {violations
                .map(
                  ({ messageIndex, detail }) =>
                    `${messageIndex < 0 ? '' : `#${messageIndex}: `}${showControls(detail)}`,
                )
                .join('; ')}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
