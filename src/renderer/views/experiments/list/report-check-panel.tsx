import { Button, Table } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { ReportCheck } from '../../../../shared/api/experiments.ts'
import { showControls } from '../../../../shared/lib/show-controls.ts'
import { countOf } from '../../../lib/format.ts'
import styles from './report-check-panel.module.css'

type ReportCheckPanelProps = { readonly check: ReportCheck; readonly onDismiss: () => void }

/** Whether the figures of a report are those that its own data come to, and where they are not. */
export function ReportCheckPanel({ check, onDismiss }: ReportCheckPanelProps) {
  const { ok, differences, name, writtenBy } = check
  const Icon = ok ? IconCircleCheck : IconAlertTriangle
  return (
    <section className={styles.panel} data-ok={ok} role="status" aria-label="Report verified">
      <div className={styles.head}>
        <Icon size={18} stroke={1.75} className={styles.icon} aria-hidden />
        <span>
          {ok
            ? `The figures of “${showControls(name)}” are those that its data come to.`
            : `“${showControls(name)}” differs from its own data in ${countOf(differences.length, 'place')}.`}{' '}
          <span className={styles.muted}>Written by Dewpoint {showControls(writtenBy)}.</span>
        </span>
        <Button variant="subtle" color="gray" size="compact-xs" onClick={onDismiss}>
          Dismiss
        </Button>
      </div>
      {differences.length > 0 && (
        <div className={styles.rows} tabIndex={0} role="region" aria-label="Differences of the report">
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Where</Table.Th>
                <Table.Th>The report says</Table.Th>
                <Table.Th>The data come to</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {differences.map(({ where, says, comesTo }, index) => (
                <Table.Tr key={index}>
                  <Table.Td>{showControls(where)}</Table.Td>
                  <Table.Td>{showControls(says)}</Table.Td>
                  <Table.Td>{showControls(comesTo)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </section>
  )
}
