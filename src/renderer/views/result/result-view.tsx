import { useQuery } from '@tanstack/react-query'
import type { RunSummary } from '../../../shared/domain/run.ts'
import { assertNever } from '../../../shared/lib/assert-never.ts'
import { countOf } from '../../../shared/lib/count-of.ts'
import { formatUsd } from '../../../shared/lib/format-figures.ts'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { LibraryLink } from '../../components/library-link.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { ResultFigures } from './result-figures.tsx'
import { ResultHeader } from './result-header.tsx'
import { RunningPanel } from './running-panel.tsx'
import styles from './run-notice.module.css'
import { type ReactNode, useState } from 'react'
import endedRunStyles from './result-details.module.css'
import { AttemptsTable } from './attempts-table.tsx'
import { DecisionsTable } from './decisions-table.tsx'
import { EventsTable } from './events-table.tsx'
import warningListStyles from './warning-list.module.css'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { Warning } from '../../../shared/domain/outcome.ts'
import { providersOfRun } from '../../lib/providers-of-run.ts'
import type { AlignedRow } from '../../../shared/domain/aligned-row.ts'
import { ComparisonPanes } from './comparison-panes.tsx'
import { ResultDetails, type ResultTab } from './result-details.tsx'
import { SurvivalBar } from './survival-bar.tsx'
import { markOf } from './survival-facts.ts'
import { useComparison } from './use-comparison.ts'
import { useSurvival } from './use-survival.ts'

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

function RunContent({ run }: { readonly run: RunSummary }) {
  switch (run.status) {
    case 'running':
      return <RunningPanel run={run} />
    case 'cancelled':
      return (
        <RunNotice title="Cancelled">
          The run was cancelled. Nothing was kept of it.
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
            {run.outcome?.reason || 'The provider found nothing to condense.'} The history is as it was.
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

/** What is left of a run that came to no end. */
function SpentNote({ run: { spent } }: { readonly run: RunSummary }) {
  if (spent === undefined) return null
  const { costUsd, unknownUsd, modelCalls } = spent
  const most = unknownUsd > 0 ? `, and up to ${formatUsd(unknownUsd)} more that nobody reported` : ''
  return ` Its ${countOf(modelCalls, 'model call')} cost about ${formatUsd(costUsd)} at the prices of the profile${most}.`
}

/** What helps against failures of models; everything else is a matter of settings. */
const hints: Readonly<Record<string, string>> = {
  authentication: 'Give the profile a key that its vendor accepts, and run it again.',
  budget:
    'Raise the limit of the run or of the Settings, or set the prices of the profile, and run it again.',
  'input-too-long': 'Choose a model with a larger window, or truncate first, and run it again.',
  network: 'See whether the server of the profile runs and can be reached, and run it again.',
  overloaded: 'The vendor is busy: run it again in a while.',
  'rate-limit': 'The vendor wants a pause: run it again in a while.',
  timeout: 'Run it again, or give the profile a longer time limit.',
}

function FailedRun({ run }: { readonly run: RunSummary }) {
  const error = run.outcome?.error ?? { code: 'unknown', message: 'The run failed without saying why.' }
  const validity = run.outcome?.validity.map(({ rule, detail }) => `${rule}: ${detail}`) ?? []
  return (
    <>
      <ResultFigures run={run} />
      <WarningList run={run} />
      <ErrorPanel
        title="Failed: there is no result"
        problem={{
          message: error.message,
          where: `${run.providerId}: ${error.code}`,
          hint: `${hints[error.code] ?? 'Change the settings and run it again.'} The history is as it was.`,
          details: [
            `${error.code}: ${error.message}`,
            `run: ${run.id}`,
            `provider: ${run.providerId}`,
            ...validity,
          ].join('\n'),
        }}
      />
      <EndedRun run={run} />
    </>
  )
}

/** How a run ended when there is nothing to compare. */
function RunNotice({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.notice} role="status">
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{children}</p>
    </section>
  )
}

/** What is known of a run without a result to compare: the attempts, the decisions and the events. */
function EndedRun({ run }: { readonly run: RunSummary }) {
  const { attempts = [], events = [], trace = [] } = run.outcome ?? {}
  if (attempts.length < 2 && events.length === 0 && trace.length === 0) return null
  return (
    <div className={endedRunStyles.ended}>
      {attempts.length > 1 && <AttemptsTable attempts={attempts} />}
      {trace.length > 0 && <DecisionsTable trace={trace} />}
      {events.length > 0 && (
        <details>
          <summary className={endedRunStyles.summary}>Events</summary>
          <EventsTable events={events} />
        </details>
      )}
    </div>
  )
}

/** What a person should know about a run before trusting its result: each with its stable code. */
function WarningList({ run }: { readonly run: RunSummary }) {
  const warnings = [...fallbackWarnings(run), ...(run.outcome?.warnings ?? [])]
  const notes = run.outcome?.notes ?? []
  if (warnings.length + notes.length === 0) return null
  return (
    <section
      className={warningListStyles.warnings}
      data-calm={warnings.length === 0}
      aria-label={warnings.length === 0 ? 'Notes' : 'Warnings'}
    >
      <ul className={warningListStyles.list}>
        {warnings.map((warning, index) => (
          <li key={index} className={warningListStyles.warning}>
            <IconAlertTriangle size={14} stroke={1.75} className={warningListStyles.icon} aria-hidden />
            <span>{warning.message}</span>
            <code className={warningListStyles.code}>{warning.code}</code>
          </li>
        ))}
        {notes.map((note, index) => (
          <li key={`note-${index}`} className={warningListStyles.warning}>
            <IconInfoCircle size={14} stroke={1.75} className={warningListStyles.noteIcon} aria-hidden />
            <span>{note.message}</span>
            <code className={warningListStyles.code}>{note.code}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A result that another provider made than the one that was asked for must not pass for it. */
function fallbackWarnings(run: RunSummary): readonly Warning[] {
  const { asked, instead } = providersOfRun(run)
  if (instead === null) return []
  const why = run.outcome?.attempts[0]?.status === 'failed' ? 'failed' : 'was not enough'
  const message = `This result was made by ${instead}: ${asked} ${why}. Every try is listed under Attempts.`
  return [{ code: 'fallback-used', message }]
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
  const survival = useSurvival(run.id, (fact) => comparison.goToSource(markOf(fact)))
  const [tab, setTab] = useState<ResultTab>('difference')
  const row = comparison.shown[comparison.selected] ?? null
  return (
    <>
      <SurvivalBar survival={survival} messages={sourceMessages(rows)} onOpen={() => setTab('survival')} />
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

function sourceMessages(rows: readonly AlignedRow[]): number {
  return rows.filter(({ source }) => source !== null).length
}
