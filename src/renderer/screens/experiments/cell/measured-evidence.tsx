import { Table } from '@mantine/core'
import type { MetricUnit } from '../../../../shared/activity/quality-types.ts'
import { formatMetric } from '../../../../shared/kernel/format-metric.ts'
import { Note } from '../../../ui/layout/layout.tsx'

type MeasuredEvidenceProps = {
  readonly split: readonly { readonly label: string; readonly value: number }[]
  readonly unit: MetricUnit
}

/** What a sum is made of. */
export function MeasuredEvidence({ split, unit }: MeasuredEvidenceProps) {
  if (split.length === 0)
    return (
      <Note px="md" pb={6}>
        Measured as a whole, not in parts.
      </Note>
    )
  return (
    <Table w="auto" aria-label="Parts of the sum">
      <Table.Tbody>
        {split.map(({ label, value }) => (
          <Table.Tr key={label}>
            <Table.Td>{label}</Table.Td>
            <Table.Td ta="right">{formatMetric(value, unit)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
