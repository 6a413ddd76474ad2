import { useState } from 'react'
import { useLocation } from 'wouter'
import { assertNever } from '../../../shared/lib/assert-never.ts'
import { isSameJson } from '../../../shared/lib/is-same-json.ts'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { TabLinks } from '../../components/tab-links.tsx'
import { useEngine, type ReplayFinished, type ReplayInput } from '../../data/engine-context.ts'
import type { JobState } from '../../data/job-tracker.ts'
import { useJob } from '../../data/use-job.ts'
import { replayParts, routes, type ReplayPart } from '../../lib/routes.ts'
import { ContextPane } from './context/context-pane.tsx'
import { DriftPane } from './drift/drift-pane.tsx'
import { PoliciesPane } from './policies/policies-pane.tsx'
import { usePolicyDraft, type PolicyDraft } from './policies/use-policy-draft.ts'
import { NothingPlayed } from './nothing-played.tsx'
import { PlayButton } from './play-button.tsx'
import { replayCommand } from './replay-command.ts'
import { replayPartLabels } from './replay-parts.ts'
import { ReplayProgress } from './replay-progress.tsx'
import { WithReplay } from './replay-view.tsx'
import styles from './replay.module.css'
import { ResultsPane } from './results/results-pane.tsx'

type ReplayDeskProps = {
  readonly taskId: string
  /** The usual policies as YAML. */
  readonly fresh: string
  /** Null where the address names none. */
  readonly part: ReplayPart | null
}

type ReplayJob = JobState<ReplayInput, ReplayFinished>

/** The policies of a task, what came of them, and what each would have sent. */
export function ReplayDesk({ taskId, fresh, part }: ReplayDeskProps) {
  const { replays } = useEngine()
  const [, navigate] = useLocation()
  const job = useJob(replays, taskId)
  const draft = usePolicyDraft(taskId, fresh)
  // Read once: a replay that ends moves nobody away from what they look at.
  const [first] = useState<ReplayPart>(job === null ? 'policies' : 'results')
  const shown = part ?? first
  const play = (input: ReplayInput): void => {
    replays.start(taskId, input)
    if (shown === 'policies') navigate(routes.replay(taskId, 'results'))
  }
  return (
    <div className={styles.body}>
      <div className={styles.bar}>
        <TabLinks
          label="Replay"
          tabs={replayParts}
          current={shown}
          labels={replayPartLabels}
          hrefOf={(name) => routes.replay(taskId, name)}
        />
        <span className={styles.spring} />
        <ReplayProgress job={job} onCancel={() => replays.cancel(taskId)} label="replay" />
        {shown !== 'drift' && (
          <PlayButton taskId={taskId} draft={draft} onPlay={play} isRunning={job?.isRunning === true} />
        )}
      </div>
      {job !== null && <StaleNote draft={draft} job={job} />}
      {job?.problem != null && (
        <ErrorPanel
          title="The replay failed"
          problem={job.problem}
          onRetry={() => replays.start(taskId, job.input)}
        />
      )}
      <PartBody part={shown} taskId={taskId} draft={draft} job={job} />
    </div>
  )
}

type PartBodyProps = {
  readonly part: ReplayPart
  readonly taskId: string
  readonly draft: PolicyDraft
  readonly job: ReplayJob | null
}

function PartBody({ part, taskId, draft, job }: PartBodyProps) {
  switch (part) {
    case 'policies':
      return <PoliciesPane draft={draft} command={replayCommand(taskId, draft)} />
    case 'results':
    case 'context': {
      const done = job?.done ?? null
      if (done === null) return <NothingPlayed taskId={taskId} job={job} />
      const { replayId } = done.finished
      return (
        <WithReplay key={replayId} taskId={taskId} input={done.input} finished={done.finished}>
          {part === 'results' ? <ResultsPane /> : <ContextPane />}
        </WithReplay>
      )
    }
    case 'drift':
      return <DriftPane taskId={taskId} draft={draft} markedIds={markedIds(draft, job)} />
    default:
      return assertNever(part)
  }
}

/** In the order of their marks: the policies that were played last, then what is new in the list. */
function markedIds({ check }: PolicyDraft, job: ReplayJob | null): readonly string[] {
  const played = job?.done?.finished.result.policies ?? []
  const listed = check?.ok === true ? check.policies : []
  return [...played, ...listed].map(({ id }) => id)
}

/** Says that what is shown is of other policies than those in the list. */
function StaleNote({ draft, job }: { readonly draft: PolicyDraft; readonly job: ReplayJob }) {
  const { done } = job
  if (done === null || draft.check?.ok !== true) return null
  if (isSameJson(done.input.policies, draft.check.policies)) return null
  return (
    <p className={styles.stale} role="status">
      The policies have changed since: results and contexts are of the list as it was played.
    </p>
  )
}
