import { Table } from '@mantine/core'
import { buildCheckpointTable } from '../../../shared/experiments/build-checkpoint-table.ts'
import { showControls } from '../../../shared/kernel/show-controls.ts'
import { formatTime } from '../../lib/format.ts'
import { CodeView } from '../../ui/components/code/code-view.tsx'
import { HeadCell } from '../../ui/components/explained.tsx'
import { VariantMark } from '../../ui/components/marks/variant-mark.tsx'
import { Split } from '../../ui/components/split.tsx'
import { DocumentView } from '../../ui/document/document-view.tsx'
import { Block, Note, Pre, Row, Scroll } from '../../ui/layout/layout.tsx'
import { PlanNote } from './editor/plan-note.tsx'
import { useExperiment } from './experiment-context.ts'

const layout: readonly [number, number] = [44, 56]

/** What was done, fixed before it began: the YAML, the variants as they were resolved, the places of the cuts. */
export function SetupTab() {
  const { detail } = useExperiment()
  const { plan, summary } = detail
  return (
    <Block flex={1} mih={0}>
      <Split
        id="experiment-setup"
        direction="horizontal"
        layout={layout}
        onLayout={() => undefined}
        label="Width of the YAML"
        first={<CodeView value={detail.text} language="yaml" label="The experiment as YAML" />}
        second={
          <Scroll h="100%" tabIndex={0} role="region" aria-label="As it was planned">
            <PlanNote plan={plan} />
            <Note pb="sm" px="md">
              Started {formatTime(summary.createdTs)} · content{' '}
              <code>{summary.contentSha256.slice(0, 16)}</code>
            </Note>
            <VariantTable />
            <DocumentView blocks={[buildCheckpointTable(plan)]} />
          </Scroll>
        }
      />
    </Block>
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
              <Row component="span" gap={6}>
                <VariantMark place={names.findPlace(variant.id)} />
                {names.findName(variant.id)}
              </Row>
            </Table.Td>
            <Table.Td style={{ whiteSpace: 'nowrap' }}>
              {variant.providerId} {variant.providerVersion}
            </Table.Td>
            <Table.Td>{variant.presetId ?? 'none'}</Table.Td>
            <Table.Td style={{ whiteSpace: 'nowrap' }}>{variant.model?.label ?? 'none'}</Table.Td>
            <Table.Td ta="right">{variant.repeats}</Table.Td>
            <Table.Td>
              <details>
                <summary>{variant.pinConstraints ? 'Constraints pinned' : 'Show'}</summary>
                <Pre maw={420} mah={320} mt="xs" scroll>
                  {showControls(JSON.stringify(variant.settings, null, 2))}
                </Pre>
              </details>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
