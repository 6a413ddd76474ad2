import { Table } from '@mantine/core'
import type { RuleRow, TokenRow } from '../../../../shared/domain/evidence.ts'
import type { MetricUnit } from '../../../../shared/domain/quality.ts'
import { formatInteger } from '../../../../shared/lib/format-figures.ts'
import { formatMetric } from '../../../../shared/lib/format-metric.ts'
import { showControls } from '../../../../shared/lib/show-controls.ts'
import { KindBadge } from '../../../components/marks/kind-badge.tsx'
import { formatChange } from '../../../lib/format.ts'
import styles from './evidence.module.css'

/** Tokens by kind of part, before and after. */
export function TokenEvidence({ rows }: { readonly rows: readonly TokenRow[] }) {
  return (
    <Table className={styles.table ?? ''} aria-label="Tokens by kind">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Kind</Table.Th>
          <Table.Th ta="right">Before (tok)</Table.Th>
          <Table.Th ta="right">After (tok)</Table.Th>
          <Table.Th ta="right">Change</Table.Th>
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

/** The rules of a valid history, and where they are broken. */
export function RuleEvidence({ rows }: { readonly rows: readonly RuleRow[] }) {
  return (
    <Table className={styles.table ?? ''} aria-label="Rules">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Rule</Table.Th>
          <Table.Th>Holds</Table.Th>
          <Table.Th>Where it does not</Table.Th>
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

type MeasuredEvidenceProps = {
  readonly split: readonly { readonly label: string; readonly value: number }[]
  readonly unit: MetricUnit
}

/** What a sum is made of. */
export function MeasuredEvidence({ split, unit }: MeasuredEvidenceProps) {
  if (split.length === 0) return <p className={styles.note}>Measured as a whole, not in parts.</p>
  return (
    <Table className={styles.table ?? ''} aria-label="Parts of the sum">
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
