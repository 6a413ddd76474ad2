import { Table } from '@mantine/core'
import type { OutcomeSummary } from '../../../../shared/condense/outcome-types.ts'
import { formatInteger } from '../../../../shared/kernel/format-figures.ts'
import { HeadCell } from '../../../ui/components/explained.tsx'
import { FateMark } from '../../../ui/components/marks/fate-mark.tsx'
import { Block } from '../../../ui/layout/layout.tsx'

/** How often each operation was applied and what it took away. */
export function OperationsTable({ outcome }: { readonly outcome: OutcomeSummary }) {
  const { operations } = outcome.stats
  if (operations.length === 0)
    return (
      <Block component="p" p="md" c="dimmed">
        No operation was applied.
      </Block>
    )
  return (
    <Table w="auto">
      <Table.Thead>
        <Table.Tr>
          <HeadCell label="Operation" />
          <HeadCell ta="right" label="Parts" />
          <HeadCell ta="right" label="Saved (tok)" />
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
