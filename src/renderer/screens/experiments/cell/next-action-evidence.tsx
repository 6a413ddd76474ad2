import { Table } from '@mantine/core'
import { showControls } from '../../../../shared/experiments/show-controls-lib.ts'
import type { ProposedAction } from '../../../../shared/kernel/evidence.ts'
import { HeadCell } from '../../../ui/components/explained.tsx'
import { Scroll } from '../../../ui/layout/layout.tsx'
import type { Judged } from './judged.ts'
import { Notes, RawAnswers } from './model-evidence.tsx'

/** The next step that a model takes from the full and from the condensed context, and what was really done. */
export function NextActionEvidence({ full, condensed, recorded, answers, notes }: Judged<'next-action'>) {
  return (
    <Scroll tabIndex={0} role="region" aria-label="Next action">
      <Table w="auto" aria-label="Next action">
        <Table.Thead>
          <Table.Tr>
            <HeadCell label="From" />
            <HeadCell label="Tool" />
            <HeadCell label="Input" term="input-of-call" />
            <HeadCell label="Text" />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <ActionRow label="The full context" action={full} />
          <ActionRow label="The condensed context" action={condensed} />
          {recorded !== null && <ActionRow label="What was recorded" action={recorded} />}
        </Table.Tbody>
      </Table>
      <Notes notes={notes} />
      <RawAnswers answers={answers} />
    </Scroll>
  )
}

function ActionRow({ label, action }: { readonly label: string; readonly action: ProposedAction }) {
  return (
    <Table.Tr>
      <Table.Td>{label}</Table.Td>
      <Table.Td>{action.tool === null ? 'none' : showControls(action.tool)}</Table.Td>
      <Table.Td maw={360} ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {showControls(action.input)}
      </Table.Td>
      <Table.Td>{showControls(action.text)}</Table.Td>
    </Table.Tr>
  )
}
