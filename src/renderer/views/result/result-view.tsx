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
import { EndedRun } from './ended-run.tsx'
import { ResultComparison } from './result-comparison.tsx'
import { ResultFigures } from './result-figures.tsx'
import { ResultHeader } from './result-header.tsx'
import { RunNotice } from './run-notice.tsx'
import { RunningPanel } from './running-panel.tsx'
import { WarningList } from './warning-list.tsx'

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
