import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { formatUsd } from '../../../shared/kernel/format-figures.ts'
import { buildProbe, buildProbePlan } from '../../../shared/probe/build-probe.ts'
import { buildProbeExperimentId, type ProbePlan } from '../../../shared/probe/probe-types.ts'
import { useEngine, type ProbeRunInput } from '../../data/engine-context.ts'
import { useJob } from '../../data/stores/job-tracker.ts'
import { toProblem } from '../../data/to-problem.ts'
import { formatCountWithNoun } from '../../lib/format.ts'
import { routes } from '../../lib/routes.ts'
import { ErrorPanel } from '../../ui/components/error-panel.tsx'
import { SectionHead } from '../../ui/components/section-head.tsx'
import { SkeletonRows } from '../../ui/components/skeleton-rows.tsx'
import { DocumentView } from '../../ui/document/document-view.tsx'
import { Bar, Block, Note } from '../../ui/layout/layout.tsx'
import { ReplayProgress } from '../replay/replay-progress.tsx'
import { ProbeForm, type AskedProbe, type ProbePlace } from './probe-form.tsx'

type ProbePaneProps = ProbePlace & {
  /** The address of the probe, by which it is known among those of this window. */
  readonly route: string
}

/** A probe from its plan over consent to what the agent did. Nothing is started before its price was agreed to. */
export function ProbePane({ route, ...place }: ProbePaneProps) {
  const { job, asked, plan, ask, run, cancel } = useProbe(route)
  const isRunning = job?.isRunning === true
  const result = job?.done?.finished.result
  return (
    <>
      <ProbeForm
        {...place}
        isRunning={isRunning}
        last={job?.input.input ?? null}
        isPlanning={plan.isFetching}
        onPlan={ask}
      />
      {isRunning && (
        <Bar wrap gap="xs md">
          <ReplayProgress job={job} label="probe" onCancel={cancel} />
        </Bar>
      )}
      {!isRunning && asked === null && job?.problem != null && (
        <ErrorPanel title="The probe has stopped" problem={job.problem} />
      )}
      {plan.isFetching && (
        <SkeletonRows label="Condensing by each method, and looking for the project and its agent" />
      )}
      {plan.isError && <ErrorPanel title="Cannot be probed" problem={toProblem(plan.error)} />}
      {!isRunning && plan.data !== undefined && <Consent plan={plan.data} onRun={run} />}
      {!isRunning && asked === null && result !== undefined && (
        <Block component="section" line="top" aria-label="What the agent did">
          <SectionHead title="What the agent did">
            <Link href={routes.experiment(buildProbeExperimentId(result.plan.id))}>
              Figures, verdicts and report
            </Link>
          </SectionHead>
          <DocumentView blocks={buildProbe(result)} />
        </Block>
      )}
    </>
  )
}

/** The plan that was asked for last, and the run of the window, which outlives its drawer. */
function useProbe(key: string) {
  const { client, probes } = useEngine()
  const job = useJob(probes, key)
  // Each time that somebody asks, it is planned anew: a session, its project and its agent change.
  const [asked, setAsked] = useState<{ readonly input: AskedProbe; readonly turn: number } | null>(null)
  const ask = (input: AskedProbe): void => setAsked({ input, turn: (asked?.turn ?? 0) + 1 })
  const plan = useQuery({
    queryKey: ['probe-plan', key, asked],
    queryFn: asked === null ? skipToken : ({ signal }) => client.probe.plan(asked.input, { signal }),
    gcTime: 0,
    retry: false,
  })
  const run = (planId: string): void => {
    if (asked === null) return
    probes.start(key, { input: asked.input, planId, keeps: false })
    setAsked(null)
  }
  const cancel = (): void => {
    probes.cancel(key)
    if (job !== null) ask(job.input.input)
  }
  return { job, asked, plan, ask, run, cancel }
}

type ConsentProps = { readonly plan: ProbePlan; readonly onRun: (planId: ProbeRunInput['planId']) => void }

/** What would be run and for how much, and the button that starts it. */
function Consent({ plan, onRun }: ConsentProps) {
  const left = plan.forks.length - plan.finished
  const price =
    plan.estimateUsd === null ? 'at a cost that is not known' : `for up to ${formatUsd(plan.estimateUsd)}`
  return (
    <Block component="section" line="top" aria-label="Plan">
      <SectionHead title="Plan" />
      <DocumentView blocks={buildProbePlan(plan)} />
      <Bar wrap gap="xs md">
        {left === 0 ? (
          <Button onClick={() => onRun(plan.id)}>Show what the agent did</Button>
        ) : (
          <>
            <Button
              leftSection={<IconPlayerPlay size={14} aria-hidden />}
              onClick={() => onRun(plan.id)}
            >{`Run ${formatCountWithNoun(left, 'fork')} ${price}`}</Button>
            <Note component="span">The agent acts without asking, with your rights, in these copies.</Note>
          </>
        )}
      </Bar>
    </Block>
  )
}
