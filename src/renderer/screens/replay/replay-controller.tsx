import { Button } from '@mantine/core'
import { usePrefetchQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { z } from 'zod'
import type { ExperimentIssue } from '../../../shared/experiments/experiment-file-types.ts'
import { assertNever } from '../../../shared/kernel/assert-never.ts'
import { formatPolicyName } from '../../../shared/replay/format-policy-name.ts'
import { useEngine, type ReplayInput } from '../../data/engine-context.ts'
import { useEditorChoices } from '../../data/use-editor-choices.ts'
import { usePreference } from '../../data/use-preference.ts'
import { useSplitLayout } from '../../data/use-split-layout.ts'
import { replayParts, routes, type ReplayPart } from '../../lib/routes.ts'
import { EmptyPanel } from '../../ui/components/empty-panel.tsx'
import { ErrorPanel } from '../../ui/components/error-panel.tsx'
import { SkeletonRows } from '../../ui/components/skeleton-rows.tsx'
import { Split } from '../../ui/components/split.tsx'
import { TabLinks } from '../../ui/components/tab-links.tsx'
import { Bar, Block, Fill, Inline, Scroll } from '../../ui/layout/layout.tsx'
import { ContextPane } from './context/context-pane.tsx'
import type { MarkedPolicy } from './drift/create-drift-place-finder.ts'
import { DriftPane } from './drift/drift-pane.tsx'
import { KeptNote, OtherPoliciesNote, PlayedAt } from './last-notes.tsx'
import { PoliciesForm } from './policies/policies-form.tsx'
import { PoliciesPane } from './policies/policies-pane.tsx'
import { usePolicyDraft, type PolicyDraft } from './policies/use-policy-draft.ts'
import { PlayButton, ReplayProgress } from './replay-progress.tsx'
import { queryMetrics, WithReplay } from './replay-view.tsx'
import { ResultsPane } from './results/results-pane.tsx'
import { useLastReplay, type LastReplay } from './use-last-replay.ts'
import { WhenPane } from './when/when-pane.tsx'

const noIssues: readonly ExperimentIssue[] = []

/** What the parts of the Replay tab are called. */
const replayPartLabels: Readonly<Record<ReplayPart, string>> = {
  policies: 'Policies',
  results: 'Results',
  context: 'Context',
  drift: 'Drift',
  when: 'When to condense',
}

type ReplayControllerProps = {
  readonly taskId: string
  /** The usual policies as YAML. */
  readonly fresh: string
  /** Null where the address names none. */
  readonly part: ReplayPart | null
  /** Whether there is recorded usage to play. */
  readonly hasUsage: boolean
}

/** The policies of a task, what came of them, and what each would have sent. */
export function ReplayController({ taskId, fresh, part, hasUsage }: ReplayControllerProps) {
  const engine = useEngine()
  const { replays } = engine
  const [, navigate] = useLocation()
  usePrefetchQuery(queryMetrics(engine))
  const last = useLastReplay(taskId)
  const { job } = last
  const draft = usePolicyDraft(taskId, fresh)
  // Read once: the end of a replay does not change the tab.
  const [first] = useState<ReplayPart>(
    hasUsage || last.kept !== null || job !== null ? 'results' : 'policies',
  )
  const shown = part ?? first
  const [isEditing, setEditing] = usePreference('replay.editing', z.boolean(), false)
  const isOfPolicies = shown !== 'drift' && shown !== 'when'
  const play = (input: ReplayInput): void => {
    replays.start(taskId, input)
    if (shown === 'policies') navigate(routes.replay(taskId, 'results'))
  }
  return (
    <Fill scroll>
      <Bar wrap gap="xs md">
        <TabLinks
          label="Replay"
          tabs={replayParts}
          current={shown}
          labels={replayPartLabels}
          buildHref={(name) => routes.replay(taskId, name)}
        />
        <Inline flex={1} />
        <ReplayProgress job={job} onCancel={() => replays.cancel(taskId)} label="replay" />
        {(shown === 'results' || shown === 'context') && <PlayedAt kept={last.kept} />}
        {shown === 'results' && (
          <Button variant="default" aria-pressed={isEditing} onClick={() => setEditing(!isEditing)}>
            {isEditing ? 'Close the policies' : 'Edit policies'}
          </Button>
        )}
        {isOfPolicies && (
          <PlayButton taskId={taskId} draft={draft} onPlay={play} isRunning={job?.isRunning === true} />
        )}
      </Bar>
      {isOfPolicies && <OtherPoliciesNote draft={draft} shown={last.shown} />}
      {isOfPolicies && <KeptNote taskId={taskId} kept={last.kept} notKept={last.shown?.notKept ?? null} />}
      {job?.problem != null && (
        <ErrorPanel
          title="The replay failed"
          problem={job.problem}
          onRetry={() => replays.start(taskId, job.input)}
        />
      )}
      <ShownPart part={shown} taskId={taskId} draft={draft} last={last} isEditing={isEditing} />
    </Fill>
  )
}

/** A part with what is looked at of the last replay, which stays while parts change. */
function ShownPart({ isEditing, ...props }: PartBodyProps & { readonly isEditing: boolean }) {
  const body = <PartBody {...props} />
  return (
    <WithReplay taskId={props.taskId} played={props.last.shown}>
      {props.part === 'results' && isEditing ? (
        <BesidePolicies draft={props.draft}>{body}</BesidePolicies>
      ) : (
        body
      )}
    </WithReplay>
  )
}

/** A result with its policies as a form beside it. */
function BesidePolicies({ draft, children }: { readonly draft: PolicyDraft; readonly children: ReactNode }) {
  const split = useSplitLayout('replay-beside', 62)
  const choices = useEditorChoices()
  const issues = draft.check?.ok === false ? draft.check.issues : noIssues
  return (
    <Block flex={1} mih={0}>
      <Split
        id="replay-beside"
        direction="horizontal"
        {...split}
        label="Width of the results"
        first={<Fill h="100%">{children}</Fill>}
        second={
          <Scroll h="100%">
            <PoliciesForm draft={draft} choices={choices} issues={issues} />
          </Scroll>
        }
      />
    </Block>
  )
}

type PartBodyProps = {
  readonly part: ReplayPart
  readonly taskId: string
  readonly draft: PolicyDraft
  readonly last: LastReplay
}

function PartBody({ part, taskId, draft, last }: PartBodyProps) {
  switch (part) {
    case 'policies':
      return <PoliciesPane draft={draft} />
    case 'results':
    case 'context': {
      const { shown, isLoading, problem, job } = last
      if (shown === null) {
        if (isLoading) return <SkeletonRows label="Loading what was played last" />
        if (problem !== null && job === null)
          return <ErrorPanel title="What was played last cannot be shown" problem={problem} />
        return <NothingPlayed taskId={taskId} job={job} />
      }
      return part === 'results' ? <ResultsPane /> : <ContextPane key={shown.replayId} />
    }
    case 'drift':
      return <DriftPane taskId={taskId} draft={draft} marked={markPolicies(draft, last)} />
    case 'when':
      return <WhenPane taskId={taskId} />
    default:
      return assertNever(part)
  }
}

/** In the order of their marks: the policies that were played last, then what is new in the list. */
function markPolicies({ check }: PolicyDraft, { shown }: LastReplay): readonly MarkedPolicy[] {
  const played = shown?.result.policies ?? []
  const listed = check?.ok === true ? check.policies : []
  const entries = new Map([...listed, ...(shown?.input.policies ?? [])].map((entry) => [entry.id, entry]))
  const names = new Map(played.map((policy) => [policy.id, formatPolicyName(policy)]))
  return [...played, ...listed].map(({ id }) => ({
    id,
    name: names.get(id) ?? id,
    provider: entries.get(id)?.provider ?? entries.get(id)?.arm,
  }))
}

/** What stands in the place of results before there are any. */
function NothingPlayed({
  taskId,
  job,
}: {
  readonly taskId: string
  /** Null before anything was played. One that neither runs nor failed has been cancelled. */
  readonly job: { readonly isRunning: boolean; readonly problem: unknown } | null
}) {
  const [, navigate] = useLocation()
  if (job?.isRunning === true) return <SkeletonRows label="Playing the task" />
  return (
    <EmptyPanel
      action={
        <Button variant="default" onClick={() => navigate(routes.replay(taskId, 'policies'))}>
          Look at the policies
        </Button>
      }
    >
      {job !== null && job.problem === null ? 'Cancelled: nothing was kept.' : 'Nothing has been played yet.'}{' '}
      Play the task under its policies to see what each would have cost.
    </EmptyPanel>
  )
}
