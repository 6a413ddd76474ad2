import { Table } from '@mantine/core'
import type { TraceStep } from '../../../../shared/condense/outcome-types.ts'
import { formatTimes } from '../../../../shared/kernel/fold-same.ts'
import { formatInteger, formatUsd } from '../../../../shared/kernel/format-figures.ts'
import { formatChange } from '../../../lib/format.ts'
import { HeadCell } from '../../../ui/components/explained.tsx'
import { foldSteps } from '../preview/plan-list.tsx'

const decisionTones: Readonly<Record<TraceStep['decision'], string>> = {
  taken: 'good',
  skipped: 'muted',
  failed: 'bad',
}

/** What was decided on the way, in order: which pass, step or branch was taken or left, and why. */
export function DecisionsTable({ trace }: { readonly trace: readonly TraceStep[] }) {
  return (
    <Table w="auto" aria-label="Decisions">
      <Table.Thead>
        <Table.Tr>
          <HeadCell ta="right" label="#" term="place-in-order" />
          <HeadCell label="What" />
          <HeadCell label="Decision" />
          <HeadCell label="Reason" />
          <HeadCell ta="right" label="Before (tok)" />
          <HeadCell ta="right" label="After (tok)" />
          <HeadCell ta="right" label="Change" />
          <HeadCell ta="right" label="Cost" />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {foldSteps(trace).map(({ step, times }, index) => (
          <Table.Tr key={index}>
            <Table.Td ta="right">{index + 1}</Table.Td>
            <Table.Td>
              {formatTimes(times)}
              {step.label}
            </Table.Td>
            <Table.Td>
              <span data-tone={decisionTones[step.decision]}>{step.decision}</span>
            </Table.Td>
            <Table.Td maw={560} style={{ overflowWrap: 'anywhere' }}>
              {step.reason || '–'}
            </Table.Td>
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
