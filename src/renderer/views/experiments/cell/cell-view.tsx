import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CellDetail } from '../../../../shared/api/experiments.ts'
import { EmptyPanel } from '../../../components/empty-panel.tsx'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { SkeletonRows } from '../../../components/skeleton-rows.tsx'
import { Split } from '../../../components/split.tsx'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { useSplitLayout } from '../../../data/use-split-layout.ts'
import { useExperiment } from '../experiment-context.ts'
import { CellComparison } from './cell-comparison.tsx'
import { CellHeader } from './cell-header.tsx'
import { CellOutcome } from './cell-outcome.tsx'
import { CellRating } from './cell-rating.tsx'
import { CellValues } from './cell-values.tsx'
import styles from './cell-view.module.css'
import { EvidencePanel } from './evidence-panel.tsx'

type CellViewProps = {
  readonly checkpointId: string
  readonly variantKey: string
  readonly repeat: number
  /** Whose evidence is shown first; null for the first metric that has some. */
  readonly metric: string | null
}

/** One cell: its values, what each rests on, the context that came out, and what a person says of it. */
export function CellView({ checkpointId, variantKey, repeat, metric }: CellViewProps) {
  const { detail, names } = useExperiment()
  const variantId = names.idOf(variantKey)
  const cell = detail.cells.find(
    (candidate) =>
      candidate.checkpointId === checkpointId &&
      candidate.variantId === variantId &&
      candidate.repeat === repeat,
  )
  if (cell === undefined)
    return <EmptyPanel>This cell has not ended, or there is none by that name.</EmptyPanel>
  return (
    <>
      <CellHeader cell={cell} metric={metric} />
      <LoadedCell key={cell.id} cellId={cell.id} metric={metric} />
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
    <div className={styles.halves}>
      <Split
        id="cell"
        direction="horizontal"
        {...split}
        label="Width of the values"
        first={
          <div className={styles.side} tabIndex={0} role="region" aria-label="The cell">
            <CellOutcome detail={loaded.data} />
            <CellRating detail={loaded.data} />
            <CellValues cell={loaded.data.cell} chosen={metric} />
          </div>
        }
        second={<CellTabs detail={loaded.data} metric={metric} />}
      />
    </div>
  )
}

const tabs = ['evidence', 'result'] as const

function CellTabs({ detail, metric }: { readonly detail: CellDetail; readonly metric: string | null }) {
  const [tab, setTab] = useState<(typeof tabs)[number]>('evidence')
  const [message, setMessage] = useState<number | null>(null)
  const { cell, measured, missing } = detail
  const shown =
    measured.find((candidate) => candidate.metric === metric) ??
    measured.find(({ evidence }) => evidence !== null)
  return (
    <Tabs
      value={tab}
      onChange={(value) => setTab(tabs.find((known) => known === value) ?? 'evidence')}
      keepMounted={false}
      className={styles.tabs ?? ''}
    >
      <Tabs.List className={styles.tabList ?? ''}>
        <Tabs.Tab value="evidence">Evidence</Tabs.Tab>
        <Tabs.Tab value="result">Source beside result</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="evidence" className={styles.panel ?? ''}>
        {shown === undefined || cell.status === 'failed' ? (
          <EmptyPanel>
            {cell.status === 'failed'
              ? 'This cell failed, so nothing was measured.'
              : missing || 'Nothing was measured here.'}
          </EmptyPanel>
        ) : (
          <EvidencePanel
            measured={shown}
            missing={missing}
            onMessage={(index) => {
              setMessage(index)
              setTab('result')
            }}
          />
        )}
      </Tabs.Panel>
      <Tabs.Panel value="result" className={styles.panel ?? ''}>
        {missing === '' ? (
          <CellComparison cellId={cell.id} message={message} />
        ) : (
          <EmptyPanel>{missing}</EmptyPanel>
        )}
      </Tabs.Panel>
    </Tabs>
  )
}
