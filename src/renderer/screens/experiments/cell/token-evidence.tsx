import { Table } from '@mantine/core'
import type { TokenRow } from '../../../../shared/kernel/evidence.ts'
import { formatInteger } from '../../../../shared/kernel/format-figures.ts'
import { formatChange } from '../../../lib/format.ts'
import { HeadCell } from '../../../ui/components/explained.tsx'
import { KindBadge } from '../../../ui/components/marks/kind-badge.tsx'

/** Tokens by kind of part, before and after. */
export function TokenEvidence({ rows }: { readonly rows: readonly TokenRow[] }) {
  return (
    <Table w="auto" aria-label="Tokens by kind">
      <Table.Thead>
        <Table.Tr>
          <HeadCell label="Kind" />
          <HeadCell ta="right" label="Before (tok)" />
          <HeadCell ta="right" label="After (tok)" />
          <HeadCell ta="right" label="Change" />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ kind, before, after }) => (
          <Table.Tr key={kind}>
            <Table.Td>
              <KindBadge kind={kind} long />
            </Table.Td>
            <Table.Td ta="right">{formatInteger(before)}</Table.Td>
            <Table.Td ta="right">{formatInteger(after)}</Table.Td>
            <Table.Td ta="right">{before === 0 && after > 0 ? 'new' : formatChange(before, after)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
