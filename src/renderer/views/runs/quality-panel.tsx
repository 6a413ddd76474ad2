import { Select } from '@mantine/core'
import { useState } from 'react'
import type { RunSummary } from '../../../shared/domain/run.ts'
import { EmptyPanel } from '../../components/empty-panel.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { toProblem } from '../../data/to-problem.ts'
import { useRunQuality } from '../../data/use-run-quality.ts'
import { formatTime } from '../../lib/format.ts'
import { describeProviders } from '../../lib/providers-of-run.ts'
import { canBeMeasured } from './can-be-measured.ts'
import styles from './quality-panel.module.css'
import { QualityTable } from './quality-table.tsx'

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
    <section className={styles.panel} aria-label="Quality">
      <header className={styles.head}>
        <span>
          Quality of <strong>{nameOf(run)}</strong>
        </span>
        <Select
          aria-label="Compare with"
          placeholder={others.length === 0 ? 'No other run on this task' : 'Compare with another run'}
          disabled={others.length === 0}
          data={others.map((known) => ({ value: known.id, label: nameOf(known) }))}
          value={other?.id ?? null}
          onChange={setOtherId}
          clearable
          searchable
          w={380}
        />
        {other !== null && (
          <span className={styles.note}>
            {sameSource(run, other)
              ? 'One run against one: only an experiment tells a difference from chance.'
              : 'The task changed between the two runs.'}
          </span>
        )}
      </header>
      <Measured run={run} other={other} />
    </section>
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

function nameOf(run: RunSummary): string {
  return `${formatTime(run.startedTs)} · ${describeProviders(run)} · ${run.presetId ?? 'no preset'}`
}

/** By the size of what they were given: runs do not tell their source. */
function sameSource(a: RunSummary, b: RunSummary): boolean {
  return a.outcome?.stats.originalTokens === b.outcome?.stats.originalTokens
}
