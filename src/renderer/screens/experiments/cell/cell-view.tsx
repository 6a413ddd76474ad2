import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, useEffect, useEffectEvent } from 'react'
import type { AlignedRow } from '../../../../shared/condense/aligned-row-types.ts'
import { buildOperationTable, buildPassTable } from '../../../../shared/condense/build-outcome-tables.ts'
import { priceOfWork } from '../../../../shared/condense/measured-work.ts'
import type { CellDetail } from '../../../../shared/experiments/contract.ts'
import {
  formatDuration,
  formatInteger,
  formatPercent,
  formatUsd,
} from '../../../../shared/kernel/format-figures.ts'
import { formatMetric } from '../../../../shared/kernel/format-metric.ts'
import { showControls } from '../../../../shared/kernel/show-controls.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { useSplitLayout } from '../../../data/use-split-layout.ts'
import { formatTokens } from '../../../lib/format.ts'
import { EmptyPanel } from '../../../ui/components/empty-panel.tsx'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { Figure, Figures } from '../../../ui/components/figure.tsx'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import { Split } from '../../../ui/components/split.tsx'
import { Tag } from '../../../ui/components/tag.tsx'
import { DocumentView } from '../../../ui/document/document-view.tsx'
import { Block, Column, Note, Row, Scroll } from '../../../ui/layout/layout.tsx'
import { selectGroup } from '../../condense/result/align-rows.ts'
import { ComparisonPanes } from '../../condense/result/comparison-panes.tsx'
import { findIndices, RowDifference } from '../../condense/result/row-diff.tsx'
import { useComparison } from '../../condense/result/use-comparison.ts'
import { useExperiment } from '../experiment-context.ts'
import { CellHeader } from './cell-header.tsx'
import { CellValues } from './cell-values.tsx'
import { EvidencePanel } from './evidence-panel.tsx'
import { PairTab } from './pair-tab.tsx'
import { CutContext } from './used-column.tsx'

type CellComparisonProps = {
  readonly cellId: string
  /** Message of the source to begin at. Null for the first change. */
  readonly message: number | null
}

type ComparisonProps = CellComparisonProps & { readonly rows: readonly AlignedRow[] }

type CellRowDiffProps = {
  readonly cellId: string
  readonly row: AlignedRow
  readonly group: readonly AlignedRow[]
}

type CellViewProps = {
  readonly checkpointId: string
  readonly variantKey: string
  readonly repeat: number
  /** Whose evidence is shown first. Null for the first metric that has some. */
  readonly metric: string | null
}

/** One cell: its values, what each rests on, and the context that came out. */
export function CellView({ checkpointId, variantKey, repeat, metric }: CellViewProps) {
  const { detail } = useExperiment()
  const cell = detail.cells.find(
    (candidate) =>
      candidate.checkpointId === checkpointId &&
      candidate.variantId === variantKey &&
      candidate.repeat === repeat,
  )
  if (cell === undefined) return <EmptyPanel>This cell has not finished, or does not exist.</EmptyPanel>
  return (
    <>
      <CellHeader cell={cell} metric={metric} />
      <LoadedCell key={`${cell.id} ${metric}`} cellId={cell.id} metric={metric} />
    </>
  )
}

function LoadedCell({ cellId, metric }: { readonly cellId: string; readonly metric: string | null }) {
  const { queries } = useEngine()
  const { detail } = useExperiment()
  const split = useSplitLayout('cell', 32)
  const loaded = useQuery(
    queries.experiments.cell.queryOptions({ input: { experimentId: detail.summary.id, cellId } }),
  )
  if (loaded.isError)
    return <ErrorPanel problem={toProblem(loaded.error)} onRetry={() => void loaded.refetch()} />
  if (loaded.data === undefined) return <SkeletonRows label="Loading the cell" />
  return (
    <Block flex={1} mih={0}>
      <Split
        id="cell"
        direction="horizontal"
        {...split}
        label="Width of the values"
        first={
          <Scroll h="100%" tabIndex={0} role="region" aria-label="The cell">
            <CellOutcome detail={loaded.data} />
            <CellValues cell={loaded.data.cell} chosen={metric} />
          </Scroll>
        }
        second={<CellTabs detail={loaded.data} metric={metric} />}
      />
    </Block>
  )
}

const tabs = ['texts', 'evidence', 'result'] as const

function CellTabs({ detail, metric }: { readonly detail: CellDetail; readonly metric: string | null }) {
  const [tab, setTab] = useState<(typeof tabs)[number]>(metric === null ? 'texts' : 'evidence')
  const [message, setMessage] = useState<number | null>(null)
  const { cell, measured, missing } = detail
  const cut = useExperiment().detail.plan.checkpoints.find(({ id }) => id === cell.checkpointId)
  const shown =
    metric === null
      ? measured.find(({ evidence }) => evidence !== null)
      : measured.find((candidate) => candidate.metric === metric)
  return (
    <Tabs
      value={tab}
      onChange={(value) => setTab(tabs.find((known) => known === value) ?? 'evidence')}
      keepMounted={false}
    >
      <Tabs.List>
        <Tabs.Tab value="texts">Texts</Tabs.Tab>
        <Tabs.Tab value="evidence">Evidence</Tabs.Tab>
        <Tabs.Tab value="result">Source beside result</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="texts">
        {missing === '' ? <PairTab cell={cell} /> : <EmptyPanel>{missing}</EmptyPanel>}
      </Tabs.Panel>
      <Tabs.Panel value="evidence">
        {shown === undefined || cell.status === 'failed' ? (
          <EmptyPanel>
            {cell.status === 'failed'
              ? 'This cell failed, so nothing was measured.'
              : missing ||
                (metric === null ? 'Nothing was measured here.' : 'No evidence of this number was kept.')}
          </EmptyPanel>
        ) : (
          <CutContext value={cut ?? null}>
            <EvidencePanel
              measured={shown}
              missing={missing}
              onMessage={(index) => {
                setMessage(index)
                setTab('result')
              }}
            />
          </CutContext>
        )}
      </Tabs.Panel>
      <Tabs.Panel value="result">
        {missing === '' ? (
          <CellComparison cellId={cell.id} message={message} />
        ) : (
          <EmptyPanel>{missing}</EmptyPanel>
        )}
      </Tabs.Panel>
    </Tabs>
  )
}

/** What the provider did, in figures and warnings. */
function CellOutcome({ detail: { cell, outcome } }: { readonly detail: CellDetail }) {
  const { names } = useExperiment()
  const { stats, error, warnings, reason, isReused, doneBy } = cell
  return (
    <Column component="section" gap={6} py="sm" px="md" line="bottom" aria-label="Outcome">
      <Row wrap>
        <strong>{names.findName(cell.variantId)}</strong>
        <Note component="span" fw={400}>
          {cell.outcome}
        </Note>
        {isReused && <Tag>reused</Tag>}
        {doneBy !== undefined && (
          <Tag about="What that machine calls itself.">{`done by ${showControls(doneBy.slice(0, 40))}`}</Tag>
        )}
      </Row>
      {stats !== null && (
        <Figures>
          <Figure label="Before" value={formatTokens(stats.originalTokens)} />
          <Figure label="After" value={formatTokens(stats.finalTokens)} />
          <Figure label="Reduction" value={formatPercent(stats.reductionPercent)} />
          <Figure label="Price of the work" value={formatMetric(priceOfWork(stats), 'usd')} />
          <Figure label="Paid" value={formatUsd(isReused ? 0 : stats.costUsd)} />
          <Figure label="Total time, with reading and counting" value={formatDuration(cell.timeMs.total)} />
          <Figure label="Model calls" value={formatInteger(stats.modelCalls)} />
        </Figures>
      )}
      {reason !== '' && <Note>{showControls(reason)}</Note>}
      {warnings.length > 0 && (
        <Block component="ul" tone="caution" fz="xs" pl="lg">
          {warnings.map(({ code, message }, index) => (
            <li key={index}>{showControls(message || code)}</li>
          ))}
        </Block>
      )}
      {error !== null && (
        <ErrorPanel
          title="This cell failed and is in no figure"
          problem={{
            message: showControls(error.message),
            where: error.code,
            hint: 'Retry failed cells from the bar above.',
            details: `${error.code}: ${error.message}\ncell: ${cell.id}`,
          }}
        />
      )}
      {outcome !== null && (
        <Block component="details" fz="xs" scroll>
          <summary>Passes and operations</summary>
          <DocumentView
            blocks={[buildPassTable(outcome.passes), buildOperationTable(outcome.stats.operations)]}
          />
        </Block>
      )}
    </Column>
  )
}

/** Source beside the result of a cell, aligned by provenance, and below it the selected row in full. */
function CellComparison({ cellId, message }: CellComparisonProps) {
  const { queries } = useEngine()
  const { detail } = useExperiment()
  const input = { experimentId: detail.summary.id, cellId }
  const rows = useQuery(
    queries.experiments.cellRows.queryOptions({ input, staleTime: Number.POSITIVE_INFINITY }),
  )
  if (rows.isError) return <ErrorPanel problem={toProblem(rows.error)} onRetry={() => void rows.refetch()} />
  if (rows.data === undefined) return <SkeletonRows label="Aligning source and result" />
  return <Comparison cellId={cellId} message={message} rows={rows.data} />
}

function Comparison({ cellId, message, rows }: ComparisonProps) {
  const comparison = useComparison(rows)
  const begin = useEffectEvent(() => {
    if (message !== null) comparison.goToSource(message)
  })
  useEffect(() => begin(), [])
  const row = comparison.shown[comparison.selected]
  return (
    <ComparisonPanes
      id="cell-result"
      rows={rows}
      comparison={comparison}
      withPass={false}
      below={row && <CellRowDiff cellId={cellId} row={row} group={selectGroup(rows, row)} />}
    />
  )
}

function CellRowDiff({ cellId, row, group }: CellRowDiffProps) {
  const { queries } = useEngine()
  const { detail } = useExperiment()
  const texts = useQuery(
    queries.experiments.cellTexts.queryOptions({
      input: { experimentId: detail.summary.id, cellId, ...findIndices(row) },
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 60_000,
    }),
  )
  return <RowDifference row={row} group={group} withPass={false} texts={texts} />
}
