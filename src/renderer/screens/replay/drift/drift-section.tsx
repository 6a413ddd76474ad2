import { Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { factClassIds } from '../../../../shared/kernel/fact.ts'
import { factClassLabels } from '../../../../shared/kernel/words/fact-class-labels.ts'
import type { DriftResult } from '../../../../shared/replay/drift-contract.ts'
import { formatHalfLife } from '../../../../shared/replay/policy-words.ts'
import { isPlainPolicy, type ReplayPolicyEntry } from '../../../../shared/replay/replay-policy-types.ts'
import { useEngine, type DriftInput, type DriftFinished } from '../../../data/engine-context.ts'
import { useJob, type JobState } from '../../../data/stores/job-tracker.ts'
import { buildFigureColumn } from '../../../ui/components/build-figure-column.ts'
import { CopyTableButton } from '../../../ui/components/copy-table-button.tsx'
import { EmptyPanel } from '../../../ui/components/empty-panel.tsx'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { FigureInput } from '../../../ui/components/form/figure-input.tsx'
import { PlainTable } from '../../../ui/components/plain-table.tsx'
import { SectionHead } from '../../../ui/components/section-head.tsx'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import type { TableColumn } from '../../../ui/components/table-column.ts'
import { Bar, Block, Inline, Lead } from '../../../ui/layout/layout.tsx'
import { KeptNote, PlayedAt } from '../last-notes.tsx'
import { pickLastPlayed, type LastPlayed } from '../pick-last-played.ts'
import { useDriftEstimate } from '../policies/use-asking-estimate.ts'
import type { PolicyDraft } from '../policies/use-policy-draft.ts'
import { AskingDialog, ReplayProgress } from '../replay-progress.tsx'
import {
  type MarkedPolicy,
  createDriftNameFinder,
  createDriftPlaceFinder,
} from './create-drift-place-finder.ts'
import { SurvivalChart } from './survival-chart.tsx'
import { describeDrift, shareText, type DriftedPolicy } from './survival-text.ts'

type NameOf = (policyId: string) => string

type DriftResultsProps = {
  readonly result: DriftResult
  /** Policies that have marks elsewhere, in the order of these. */
  readonly marked: readonly MarkedPolicy[]
}

const buildClassColumns = (nameOf: NameOf): readonly TableColumn<DriftedPolicy>[] => [
  { id: 'policy', header: 'Policy', value: ({ id }) => nameOf(id) },
  { id: 'facts', header: 'First facts', align: 'end', value: ({ facts }) => facts },
  {
    id: 'half',
    header: 'Half-life',
    align: 'end',
    value: ({ halfLifeCycles }) => halfLifeCycles,
    cell: (policy) => policy.halfLifeCycles?.toFixed(1) ?? formatHalfLife(policy),
  },
  buildFigureColumn('survival', 'Survival', ({ cycles }) => cycles.at(-1)?.survival ?? null, shareText),
  ...factClassIds.map((classId): TableColumn<DriftedPolicy> =>
    buildFigureColumn<DriftedPolicy>(
      classId,
      factClassLabels[classId].many,
      ({ cycles }) => cycles.at(-1)?.byClass[classId] ?? null,
      shareText,
      undefined,
      `survival-${classId}`,
    ),
  ),
]

/** The last drift of a task. */
type LastDrift = LastPlayed<DriftInput, DriftResult> & {
  /** Of this window. Null before anything was measured in it. */
  readonly job: JobState<DriftInput, DriftFinished> | null
}

const cycleRange = { min: 2, max: 20 }
const usualCycles = 5

type DriftSectionProps = {
  readonly taskId: string
  readonly draft: PolicyDraft
  /** Policies that have marks elsewhere, in the order of these. */
  readonly marked: readonly MarkedPolicy[]
}

/** What is left of what was stated first when a history is condensed again and again. */
export function DriftSection({ taskId, draft, marked }: DriftSectionProps) {
  const { drifts } = useEngine()
  const last = useLastDrift(taskId)
  const { job } = last
  // Null until somebody types: what was asked for last may be on its way.
  const [typed, setCycles] = useState<{ readonly cycles: number | null } | null>(null)
  const cycles =
    typed === null ? (job?.input.cycles ?? last.shown?.input.cycles ?? usualCycles) : typed.cycles
  const isFit = cycles !== null && cycles >= cycleRange.min && cycles <= cycleRange.max
  const start = (policies?: readonly ReplayPolicyEntry[]): void => {
    if (!isFit) return
    const { maxCostUsd } = draft
    const input: DriftInput = { taskId, cycles }
    if (policies !== undefined) input.policies = [...policies]
    if (maxCostUsd !== null) input.maxCostUsd = maxCostUsd
    drifts.start(taskId, input)
  }
  const isRunning = job?.isRunning === true
  return (
    <Block component="section" line="top" pb="lg" aria-label="Drift">
      <SectionHead title="What is left after several condensations" />
      <Bar wrap align="flex-end" gap="xs md">
        <FigureInput
          label="Condensations"
          value={cycles}
          isWhole
          width={110}
          error={isFit ? undefined : `${cycleRange.min} to ${cycleRange.max}`}
          onChange={(value) => setCycles({ cycles: value })}
        />
        <Button
          leftSection={<IconPlayerPlay size={14} aria-hidden />}
          disabled={!isFit || isRunning}
          onClick={() => start()}
        >
          Measure the usual policies
        </Button>
        <OwnPolicies draft={draft} cycles={cycles} isOff={!isFit || isRunning} onStart={start} />
        <Inline flex={1} />
        <ReplayProgress
          job={job}
          onCancel={() => drifts.cancel(taskId)}
          label="drift"
          findName={createDriftNameFinder(marked)}
        />
        <PlayedAt kept={last.kept} verb="Measured" />
      </Bar>
      <KeptNote taskId={taskId} kept={last.kept} notKept={last.shown?.notKept ?? null} />
      {job?.problem != null && (
        <ErrorPanel
          title="The drift could not be measured"
          problem={job.problem}
          onRetry={() => drifts.start(taskId, job.input)}
        />
      )}
      <DriftBody last={last} marked={marked} />
    </Block>
  )
}

/** What came of the last drift, or what there is to say instead. */
function DriftBody({ last, marked }: Pick<DriftSectionProps, 'marked'> & { readonly last: LastDrift }) {
  const { job, shown, isLoading, problem } = last
  if (shown !== null) return <DriftResults result={shown.result} marked={marked} />
  if (job?.isRunning === true) return <SkeletonRows label="Condensing again and again" />
  if (job?.problem != null) return null
  if (isLoading) return <SkeletonRows label="Loading what was measured last" />
  if (problem !== null && job === null)
    return <ErrorPanel title="What was measured last cannot be shown" problem={problem} />
  return (
    <EmptyPanel>
      {job !== null && 'Cancelled: nothing was kept. '}How much of what was stated first survives several
      condensations in a row? Measure it to get a curve and a half-life for each policy. Each condensation
      works on what the last one left, with the messages since.
    </EmptyPanel>
  )
}

type OwnPoliciesProps = {
  readonly draft: PolicyDraft
  readonly isOff: boolean
  readonly cycles: number | null
  readonly onStart: (policies: readonly ReplayPolicyEntry[]) => void
}

/** Measures the policies of the list. Where one of them asks a model, only after that has been agreed to. */
function OwnPolicies({ draft, isOff, cycles, onStart }: OwnPoliciesProps) {
  const [isAsking, setIsAsking] = useState(false)
  const { check } = draft
  const estimate = useDriftEstimate(draft, isAsking ? cycles : null)
  const own = check?.ok === true ? check.policies.filter(({ id }) => !isPlainPolicy(id)) : []
  const asks = check?.ok === true && check.asks.length > 0
  const start = (): void => {
    setIsAsking(false)
    onStart(own)
  }
  return (
    <>
      <Button
        variant="default"
        disabled={isOff || own.length === 0}
        onClick={() => (asks ? setIsAsking(true) : start())}
      >
        Measure the policies in the list
      </Button>
      <AskingDialog
        draft={draft}
        estimate={estimate}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onAgree={start}
      />
    </>
  )
}

/** Follows the last drift of a task. */
function useLastDrift(taskId: string): LastDrift {
  const { queries, drifts } = useEngine()
  const job = useJob(drifts, taskId)
  const own = job?.done ?? null
  const last = useQuery(queries.drift.kept.queryOptions({ input: { taskId } }))
  const result = useQuery(
    queries.drift.result.queryOptions({
      input: own === null && last.data != null ? { replayId: last.data.replayId } : skipToken,
      // What came of a drift never changes.
      staleTime: Number.POSITIVE_INFINITY,
    }),
  )
  return { ...pickLastPlayed(own, last, result), job }
}

/** Survival by cycle, the half-life of each policy, and survival by class of fact after the last cycle. */
function DriftResults({ result, marked }: DriftResultsProps) {
  const { policies } = result
  const placeOf = createDriftPlaceFinder(
    marked,
    policies.map(({ id }) => id),
  )
  const nameOf = createDriftNameFinder(marked)
  const columns = buildClassColumns(nameOf)
  return (
    <section aria-label="Results of the drift">
      <Lead>{describeDrift(result, nameOf)}</Lead>
      <SurvivalChart result={result} findPlace={placeOf} findName={nameOf} />
      <section aria-label="Facts by class">
        <SectionHead title="After the last condensation">
          <CopyTableButton columns={columns} rows={policies} />
        </SectionHead>
        <PlainTable label="Facts by class" columns={columns} rows={policies} />
      </section>
      <Block component="ul" pt="sm" pb="lg" pr="md" pl={30} fz="xs" aria-label="Notes on the drift">
        {policies.flatMap(({ id, notes }) =>
          notes.map(({ cycle, text }, index) => (
            <li key={`${id} ${index}`}>
              <strong>{nameOf(id)}</strong>, condensation {cycle + 1}: {text}
            </li>
          )),
        )}
      </Block>
    </section>
  )
}
