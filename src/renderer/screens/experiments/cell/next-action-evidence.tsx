import { Table } from '@mantine/core'
import { showControls } from '../../../../shared/experiments/show-controls-lib.ts'
import type { ProposedAction } from '../../../../shared/kernel/evidence.ts'
import { HeadCell } from '../../../ui/components/explained.tsx'
import type { Judged } from './judged.ts'
import { Notes, RawAnswers } from './model-evidence.tsx'
import styles from './evidence.module.css'

/** The next step that a model takes from the full and from the condensed context, and what was really done. */
export function NextActionEvidence({ full, condensed, recorded, answers, notes }: Judged<'next-action'>) {
  return (
    <div className={styles.page} tabIndex={0} role="region" aria-label="Next action">
      <Table className={styles.table ?? ''} aria-label="Next action">
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
    </div>
  )
}

function ActionRow({ label, action }: { readonly label: string; readonly action: ProposedAction }) {
  return (
    <Table.Tr>
      <Table.Td>{label}</Table.Td>
      <Table.Td>{action.tool === null ? 'none' : showControls(action.tool)}</Table.Td>
      <Table.Td className={styles.code ?? ''}>{showControls(action.input)}</Table.Td>
      <Table.Td>{showControls(action.text)}</Table.Td>
    </Table.Tr>
  )
}
