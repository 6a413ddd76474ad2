import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { usePrefetchQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { formatPolicyName } from '../../../shared/replay/format-policy-name.ts'
import { useEngine, type ReplayInput } from '../../data/engine-context.ts'
import { routes, type ReplayPart } from '../../lib/routes.ts'
import { EmptyPanel } from '../../ui/components/empty-panel.tsx'
import { ErrorPanel } from '../../ui/components/error-panel.tsx'
import { SideDrawer } from '../../ui/components/side-drawer.tsx'
import { SkeletonRows } from '../../ui/components/skeleton-rows.tsx'
import { Bar, Fill, Inline, Scroll } from '../../ui/layout/layout.tsx'
import type { MarkedPolicy } from './drift/create-drift-place-finder.ts'
import { DriftSection } from './drift/drift-section.tsx'
import { KeptNote, OtherPoliciesNote, PlayedAt } from './last-notes.tsx'
import { PoliciesPane } from './policies/policies-pane.tsx'
import { usePolicyDraft, type PolicyDraft } from './policies/use-policy-draft.ts'
import { PlayButton, ReplayProgress } from './replay-progress.tsx'
import { queryMetrics, WithReplay } from './replay-view.tsx'
import { ReplayResults } from './results/replay-results.tsx'
import { useLastReplay, type LastReplay } from './use-last-replay.ts'

type ReplayControllerProps = {
  readonly taskId: string
  /** The usual policies as YAML. */
  readonly fresh: string
  /** What the address has open beside the results; null for nothing. */
  readonly part: ReplayPart | null
}

/** What came of the policies of a task, what each sent, and what drift leaves. The policies are edited beside it. */
export function ReplayController({ taskId, fresh, part }: ReplayControllerProps) {
  const engine = useEngine()
  const { replays } = engine
  const [, navigate] = useLocation()
  usePrefetchQuery(queryMetrics(engine))
  const last = useLastReplay(taskId)
  const { job } = last
  const draft = usePolicyDraft(taskId, fresh)
  const isEditing = part === 'policies'
  const close = (): void => navigate(routes.task(taskId, 'replay'), { replace: true })
  const play = (input: ReplayInput): void => {
    replays.start(taskId, input)
    if (isEditing) close()
  }
  const playButton = (
    <PlayButton taskId={taskId} draft={draft} onPlay={play} isRunning={job?.isRunning === true} />
  )
  return (
    <Fill>
      <Bar wrap gap="xs md">
        <PlayedAt kept={last.kept} />
        <ReplayProgress job={job} onCancel={() => replays.cancel(taskId)} label="replay" />
        <Inline flex={1} />
        <Link href={routes.when(taskId)}>When to condense</Link>
        <Button
          component={Link}
          href={routes.replay(taskId, 'policies')}
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={14} aria-hidden />}
        >
          Policies
        </Button>
        {!isEditing && playButton}
      </Bar>
      <OtherPoliciesNote draft={draft} shown={last.shown} />
      <KeptNote taskId={taskId} kept={last.kept} notKept={last.shown?.notKept ?? null} />
      {job?.problem != null && (
        <ErrorPanel
          title="The replay failed"
          problem={job.problem}
          onRetry={() => replays.start(taskId, job.input)}
        />
      )}
      <Scroll tabIndex={0} role="region" aria-label="Results of the replay">
        <WithReplay taskId={taskId} played={last.shown}>
          <Played taskId={taskId} last={last} isContextOpen={part === 'context'} />
        </WithReplay>
        <DriftSection taskId={taskId} draft={draft} marked={markPolicies(draft, last)} />
      </Scroll>
      <SideDrawer title="Policies" isOpen={isEditing} onClose={close}>
        <PoliciesPane draft={draft}>{playButton}</PoliciesPane>
      </SideDrawer>
    </Fill>
  )
}

type PlayedProps = {
  readonly taskId: string
  readonly last: LastReplay
  readonly isContextOpen: boolean
}

/** What was played last, or what there is to say instead. */
function Played({ taskId, last, isContextOpen }: PlayedProps) {
  const { shown, isLoading, problem, job } = last
  if (shown !== null) return <ReplayResults isContextOpen={isContextOpen} />
  if (isLoading) return <SkeletonRows label="Loading what was played last" />
  if (problem !== null && job === null)
    return <ErrorPanel title="What was played last cannot be shown" problem={problem} />
  // One that neither runs nor failed has been cancelled.
  if (job?.isRunning === true) return <SkeletonRows label="Playing the task" />
  return (
    <EmptyPanel
      action={
        <Button component={Link} href={routes.replay(taskId, 'policies')} variant="default">
          Look at the policies
        </Button>
      }
    >
      {job !== null && job.problem === null ? 'Cancelled: nothing was kept.' : 'Nothing has been played yet.'}{' '}
      Play the task under its policies to see what each would have cost.
    </EmptyPanel>
  )
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
