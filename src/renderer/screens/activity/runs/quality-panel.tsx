import { Select, Table } from '@mantine/core'
import { IconArrowDownRight, IconArrowUpRight, IconEqual } from '@tabler/icons-react'
import { useState } from 'react'
import type { RunQuality } from '../../../../shared/activity/quality-contract.ts'
import type { RunSummary } from '../../../../shared/condense/run-types.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { useRunQuality } from '../../../data/use-run-quality.ts'
import { describeProviders } from '../../../lib/find-run-providers.ts'
import { formatTime } from '../../../lib/format.ts'
import { CopyTableButton } from '../../../ui/components/copy-table-button.tsx'
import { EmptyPanel } from '../../../ui/components/empty-panel.tsx'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import { Bar, Fill, Inline, Row } from '../../../ui/layout/layout.tsx'
import { buildQualityRows, type QualityRow } from './build-quality-rows.ts'

const icons = { better: IconArrowUpRight, worse: IconArrowDownRight, same: IconEqual }

type QualityTableProps = { readonly quality: RunQuality; readonly other: RunQuality | null }

type QualityPanelProps = {
  /** The chosen run. */
  readonly run: RunSummary | null
  /** Runs that it can be compared with, itself and those on other tasks among them. */
  readonly runs: readonly RunSummary[]
}

/** What the chosen run kept, beside another run on the same task. */
export function QualityPanel({ run, runs }: QualityPanelProps) {
  const [otherId, setOtherId] = useState<string | null>(null)
  if (run === null) return <EmptyPanel>Choose a run above to see what it kept.</EmptyPanel>
  if (!canBeMeasured(run))
    return <EmptyPanel>{`There is nothing to measure: the run is ${run.status}.`}</EmptyPanel>
  const others = runs.filter(
    (known) => known.taskId === run.taskId && known.id !== run.id && canBeMeasured(known),
  )
  const other = others.find(({ id }) => id === otherId) ?? null
  return (
    <Fill component="section" h="100%" aria-label="Quality">
      <Bar component="header" wrap gap="xs lg">
        <span>
          Quality of <strong>{describeRun(run)}</strong>
        </span>
        <Select
          aria-label="Compare with"
          placeholder={others.length === 0 ? 'No other run on this task' : 'Compare with another run'}
          disabled={others.length === 0}
          data={others.map((known) => ({ value: known.id, label: describeRun(known) }))}
          value={other?.id ?? null}
          onChange={setOtherId}
          clearable
          searchable
          w={380}
        />
        {other !== null && (
          <Inline c="dimmed">
            {isSameSource(run, other)
              ? 'This compares two single runs: only an experiment can tell a difference from chance.'
              : 'The task changed between the two runs.'}
          </Inline>
        )}
      </Bar>
      <Measured run={run} other={other} />
    </Fill>
  )
}

function Measured({ run, other }: { readonly run: RunSummary; readonly other: RunSummary | null }) {
  const own = useRunQuality(run.id)
  const its = useRunQuality(other?.id ?? null)
  const failed = [own, its].find(({ isError }) => isError)
  if (failed !== undefined)
    return (
      <ErrorPanel
        title="Could not measure what was kept"
        problem={toProblem(failed.error)}
        onRetry={() => void failed.refetch()}
      />
    )
  if (own.data === undefined || (other !== null && its.data === undefined))
    return <SkeletonRows rows={6} label="Measuring what was kept" />
  return <QualityTable quality={own.data} other={other === null ? null : (its.data ?? null)} />
}

function describeRun(run: RunSummary): string {
  return `${formatTime(run.startedTs)} · ${describeProviders(run)} · ${run.presetId ?? 'no preset'}`
}

/** By the size of their input, since runs do not record their source. */
function isSameSource(a: RunSummary, b: RunSummary): boolean {
  return a.outcome?.stats.originalTokens === b.outcome?.stats.originalTokens
}

/** Whether a run has something to measure: a result, or a source that it left as it was. */
function canBeMeasured({ status }: Pick<RunSummary, 'status'>): boolean {
  return status === 'condensed' || status === 'unchanged'
}

/** Metric by metric: this run, the other, the difference, and what that means. */
function QualityTable({ quality, other }: QualityTableProps) {
  const rows = buildQualityRows(quality, other)
  const columns = [
    { header: 'Metric', value: ({ label }: QualityRow) => label },
    { header: 'This run', value: ({ value }: QualityRow) => value },
    ...(other === null
      ? []
      : [
          { header: 'The other', value: (row: QualityRow) => row.other },
          { header: 'Difference', value: ({ difference }: QualityRow) => difference },
          { header: 'This run is', value: ({ word }: QualityRow) => word },
        ]),
  ]
  return (
    <Row align="flex-start" gap="md" flex={1} mih={0} scroll tabIndex={0} role="group" aria-label="Metrics">
      <Table w="auto" fz="xs" aria-label="Metrics" stickyHeader>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ header }, at) => (
              <Table.Th key={header} ta={at === 0 || at === 4 ? 'left' : 'right'}>
                {header}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Td>{row.label}</Table.Td>
              <Table.Td ta="right">{row.value}</Table.Td>
              {other !== null && (
                <>
                  <Table.Td ta="right">{row.other}</Table.Td>
                  <Table.Td ta="right">{row.difference || '–'}</Table.Td>
                  <Table.Td>{row.word === '' ? '–' : <Word word={row.word} />}</Table.Td>
                </>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <CopyTableButton columns={columns} rows={rows} />
    </Row>
  )
}

function Word({ word }: { readonly word: keyof typeof icons }) {
  const Icon = icons[word]
  return (
    <Row component="span" inline gap="xs" tone={word === 'same' ? 'muted' : word}>
      <Icon size={14} stroke={1.75} aria-hidden />
      {word}
    </Row>
  )
}
