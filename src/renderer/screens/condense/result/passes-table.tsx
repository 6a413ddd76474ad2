import { Table } from '@mantine/core'
import type { OutcomeSummary } from '../../../../shared/condense/outcome-types.ts'
import { formatDuration, formatInteger } from '../../../../shared/kernel/format-figures.ts'
import { formatChange } from '../../../lib/format.ts'
import { HeadCell } from '../../../ui/components/explained.tsx'
import { Block } from '../../../ui/layout/layout.tsx'

/** What each pass did. */
export function PassesTable({ outcome }: { readonly outcome: OutcomeSummary }) {
  if (outcome.passes.length === 0)
    return (
      <Block component="p" p="md" c="dimmed">
        No pass was made.
      </Block>
    )
  return (
    <Table w="auto">
      <Table.Thead>
        <Table.Tr>
          <HeadCell label="Pass" />
          <HeadCell ta="right" label="Before (tok)" />
          <HeadCell ta="right" label="After (tok)" />
          <HeadCell ta="right" label="Change" />
          <HeadCell ta="right" label="Time" term="duration" />
          <HeadCell label="Parts touched" />
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
