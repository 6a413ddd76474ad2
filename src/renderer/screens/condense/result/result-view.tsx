import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AlignedRow } from '../../../../shared/condense/aligned-row-types.ts'
import {
  buildAttemptTable,
  buildDecisionTable,
  buildEventTable,
  buildOperationTable,
  buildPassTable,
  buildViolations,
} from '../../../../shared/condense/build-outcome-tables.ts'
import type { OutcomeSummary } from '../../../../shared/condense/outcome-types.ts'
import type { RunSummary } from '../../../../shared/condense/run-types.ts'
import { buildText, type Block } from '../../../../shared/document/document.ts'
import { assertNever } from '../../../../shared/kernel/assert-never.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { LibraryLink } from '../../../ui/components/library-link.tsx'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import { DocumentView } from '../../../ui/document/document-view.tsx'
import { Mono } from '../../../ui/layout/layout.tsx'
import { selectGroup } from './align-rows.ts'
import { findMarkIndex } from './collect-survival-facts.ts'
import { ComparisonPanes } from './comparison-panes.tsx'
import { SpentNote, FailedRun, RunNotice, EndedRun } from './ended-run.tsx'
import { ResultFigures, WarningList } from './result-figures.tsx'
import { ResultHeader } from './result-header.tsx'
import { RowDiff } from './row-diff.tsx'
import { RunningPanel } from './running-panel.tsx'
import { SurvivalBar } from './survival-bar.tsx'
import { SurvivalTable } from './survival-table.tsx'
import { useComparison } from './use-comparison.ts'
import { useSurvival, type Survival } from './use-survival.ts'

const none: readonly AlignedRow[] = []

/** One run: its progress while it works, then what came of it. */
export function ResultView({ runId }: { readonly runId: string }) {
  const { queries } = useEngine()
  const run = useQuery(queries.runs.get.queryOptions({ input: { runId } }))
  if (run.isError)
    return (
      <ErrorPanel problem={toProblem(run.error)} onRetry={() => void run.refetch()}>
        <LibraryLink />
      </ErrorPanel>
    )
  if (run.data === undefined) return <SkeletonRows label="Loading the run" />
  return (
    <>
      <ResultHeader run={run.data} />
      <RunContent run={run.data} />
    </>
  )
}

/** What came of a run, or its progress, below its header. The page of a recorded condensation shows it too. */
export function RunContent({ run }: { readonly run: RunSummary }) {
  switch (run.status) {
    case 'running':
      return <RunningPanel run={run} />
    case 'cancelled':
      return (
        <RunNotice title="Cancelled">
          The run was cancelled. Nothing of it was saved.
          <SpentNote run={run} />
        </RunNotice>
      )
    case 'interrupted':
      return (
        <RunNotice title="Interrupted">
          Dewpoint stopped while this run was working. Run it again for a result.
          <SpentNote run={run} />
        </RunNotice>
      )
    case 'failed':
      return <FailedRun run={run} />
    case 'unchanged':
      return (
        <>
          <ResultFigures run={run} />
          <WarningList run={run} />
          <RunNotice title="Unchanged">
            {run.outcome?.reason || 'The provider found nothing to condense.'} The history is unchanged.
          </RunNotice>
          <EndedRun run={run} />
        </>
      )
    case 'condensed':
      return (
        <>
          <ResultFigures run={run} />
          <WarningList run={run} />
          <ResultComparison run={run} />
        </>
      )
    default:
      return assertNever(run.status)
  }
}

/** Source beside result, aligned by provenance, and below it the selected row in full. */
function ResultComparison({ run }: { readonly run: RunSummary }) {
  const { queries } = useEngine()
  const loaded = useQuery(
    queries.runs.rows.queryOptions({ input: { runId: run.id }, staleTime: Number.POSITIVE_INFINITY }),
  )
  if (loaded.isError)
    return <ErrorPanel problem={toProblem(loaded.error)} onRetry={() => void loaded.refetch()} />
  if (loaded.isPending) return <SkeletonRows label="Aligning source and result" />
  return <Comparison run={run} rows={loaded.data ?? none} />
}

function Comparison({ run, rows }: { readonly run: RunSummary; readonly rows: readonly AlignedRow[] }) {
  const comparison = useComparison(rows)
  const survival = useSurvival(run.id, (fact) => comparison.goToSource(findMarkIndex(fact)))
  const [tab, setTab] = useState<ResultTab>('difference')
  const row = comparison.shown[comparison.selected] ?? null
  return (
    <>
      <SurvivalBar
        survival={survival}
        messages={countSourceMessages(rows)}
        onOpen={() => setTab('survival')}
      />
      <ComparisonPanes
        id="result"
        rows={rows}
        comparison={comparison}
        withPass={(run.outcome?.passes.length ?? 0) > 1}
        below={<ResultDetails run={run} row={row} rows={rows} survival={survival} tab={tab} onTab={setTab} />}
      />
    </>
  )
}

function countSourceMessages(rows: readonly AlignedRow[]): number {
  return rows.filter(({ source }) => source !== null).length
}

const resultTabs = [
  'difference',
  'survival',
  'passes',
  'decisions',
  'operations',
  'validity',
  'attempts',
  'settings',
  'events',
] as const
/** What is said of a result below its comparison. */
export type ResultTab = (typeof resultTabs)[number]

/** The selected row in full, and the run in figures. */
export function ResultDetails({
  run,
  row,
  rows,
  survival,
  tab,
  onTab,
}: {
  readonly run: RunSummary
  readonly row: AlignedRow | null
  readonly rows: readonly AlignedRow[]
  readonly survival: Survival
  readonly tab: ResultTab
  readonly onTab: (tab: ResultTab) => void
}) {
  const outcome = run.outcome
  const broken = outcome?.validity.length ?? 0
  const decisions = outcome?.trace.length ?? 0
  const attempts = outcome?.attempts.length ?? 0
  return (
    <Tabs
      value={tab}
      onChange={(value) => onTab(resultTabs.find((known) => known === value) ?? 'difference')}
      keepMounted={false}
    >
      <Tabs.List>
        <Tabs.Tab value="difference">Difference</Tabs.Tab>
        <Tabs.Tab value="survival">Kept and lost</Tabs.Tab>
        <Tabs.Tab value="passes">Passes</Tabs.Tab>
        {decisions > 0 && <Tabs.Tab value="decisions">Decisions ({decisions})</Tabs.Tab>}
        <Tabs.Tab value="operations">Operations</Tabs.Tab>
        <Tabs.Tab value="validity">Validity{broken > 0 && ` (${broken})`}</Tabs.Tab>
        {attempts > 1 && <Tabs.Tab value="attempts">Attempts ({attempts})</Tabs.Tab>}
        <Tabs.Tab value="settings">Settings</Tabs.Tab>
        {(outcome?.events.length ?? 0) > 0 && <Tabs.Tab value="events">Events</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="difference">
        {row !== null && <RowDiff run={run} row={row} group={selectGroup(rows, row)} />}
      </Tabs.Panel>
      <Tabs.Panel value="survival">
        <SurvivalTable run={run} survival={survival} onOpen={() => onTab('difference')} />
      </Tabs.Panel>
      {outcome !== null && <OutcomePanels outcome={outcome} />}
      <Tabs.Panel value="settings">
        <Mono component="pre" py="sm" px="md" lh="18px">
          {JSON.stringify(run.settings, null, 2)}
        </Mono>
      </Tabs.Panel>
    </Tabs>
  )
}

function OutcomePanels({ outcome }: { readonly outcome: OutcomeSummary }) {
  const { passes, trace, stats, validity, attempts, events } = outcome
  const panels: Readonly<Partial<Record<ResultTab, readonly Block[]>>> = {
    passes: [passes.length === 0 ? buildText('No pass was made.') : buildPassTable(passes)],
    decisions: [buildDecisionTable(trace)],
    operations: [
      stats.operations.length === 0
        ? buildText('No operation was applied.')
        : buildOperationTable(stats.operations),
    ],
    validity:
      validity.length === 0
        ? [buildText('Every rule is kept, so this result is valid for a model.')]
        : [buildText('Broken by the source, not by the provider:'), buildViolations(validity)],
    attempts: [buildAttemptTable(attempts)],
    events: [
      buildText('Events in order, as an agent reports them. Stored with the run, sent nowhere.'),
      buildEventTable(events),
    ],
  }
  return Object.entries(panels).map(([tab, blocks]) => (
    <Tabs.Panel key={tab} value={tab}>
      <DocumentView blocks={blocks} />
    </Tabs.Panel>
  ))
}
