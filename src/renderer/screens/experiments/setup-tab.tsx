import { Table } from '@mantine/core'
import { showControls } from '../../../shared/experiments/show-controls-lib.ts'
import { formatInteger } from '../../../shared/kernel/format-figures.ts'
import { formatTime } from '../../lib/format.ts'
import { CodeView } from '../../ui/components/code/code-view.tsx'
import { HeadCell } from '../../ui/components/explained.tsx'
import { VariantMark } from '../../ui/components/marks/variant-mark.tsx'
import { Split } from '../../ui/components/split.tsx'
import { PlanNote } from './editor/plan-note.tsx'
import { useExperiment } from './experiment-context.ts'
import styles from './setup-tab.module.css'

const layout: readonly [number, number] = [44, 56]

/** What was done, fixed before it began: the YAML, the variants as they were resolved, the places of the cuts. */
export function SetupTab() {
  const { detail } = useExperiment()
  const { plan, summary } = detail
  return (
    <div className={styles.halves}>
      <Split
        id="experiment-setup"
        direction="horizontal"
        layout={layout}
        onLayout={() => undefined}
        label="Width of the YAML"
        first={<CodeView value={detail.text} language="yaml" label="The experiment as YAML" />}
        second={
          <div className={styles.page} tabIndex={0} role="region" aria-label="As it was planned">
            <PlanNote plan={plan} />
            <p className={styles.hash}>
              Started {formatTime(summary.createdTs)} · content{' '}
              <code>{summary.contentSha256.slice(0, 16)}</code>
            </p>
            <VariantTable />
            <CheckpointTable />
          </div>
        }
      />
    </div>
  )
}

function VariantTable() {
  const { detail, names } = useExperiment()
  return (
    <Table aria-label="Variants">
      <Table.Thead>
        <Table.Tr>
          <HeadCell label="Variant" />
          <HeadCell label="Provider" />
          <HeadCell label="Preset" />
          <HeadCell label="Model" />
          <HeadCell ta="right" label="Repeats" />
          <HeadCell label="Settings" />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {detail.plan.variants.map((variant) => (
          <Table.Tr key={variant.id}>
            <Table.Td>
              <span className={styles.variant}>
                <VariantMark place={names.findPlace(variant.id)} />
                {names.findName(variant.id)}
              </span>
            </Table.Td>
            <Table.Td className={styles.tight ?? ''}>
              {variant.providerId} {variant.providerVersion}
            </Table.Td>
            <Table.Td>{variant.presetId ?? 'none'}</Table.Td>
            <Table.Td className={styles.tight ?? ''}>{variant.model?.label ?? 'none'}</Table.Td>
            <Table.Td ta="right">{variant.repeats}</Table.Td>
            <Table.Td>
              <details>
                <summary>{variant.pinConstraints ? 'Constraints pinned' : 'Show'}</summary>
                <pre className={styles.settings}>
                  {showControls(JSON.stringify(variant.settings, null, 2))}
                </pre>
              </details>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function CheckpointTable() {
  const { detail } = useExperiment()
  return (
    <Table aria-label="Checkpoints">
      <Table.Thead>
        <Table.Tr>
          <HeadCell label="Task" />
          <HeadCell ta="right" label="Cut before" />
          <HeadCell label="Decided by" />
          <HeadCell ta="right" label="Messages" />
          <HeadCell ta="right" label="Tokens" />
          <HeadCell ta="right" label="Messages after" />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {detail.plan.checkpoints.map((checkpoint) => (
          <Table.Tr key={checkpoint.id}>
            <Table.Td className={styles.task ?? ''}>{showControls(checkpoint.taskTitle)}</Table.Td>
            <Table.Td ta="right">#{checkpoint.index}</Table.Td>
            <Table.Td>{checkpoint.reason}</Table.Td>
            <Table.Td ta="right">{formatInteger(checkpoint.messages)}</Table.Td>
            <Table.Td ta="right">{formatInteger(checkpoint.tokens)}</Table.Td>
            <Table.Td ta="right">{formatInteger(checkpoint.continuationMessages)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
