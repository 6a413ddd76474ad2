import { Button, Progress } from '@mantine/core'
import { keepPreviousData, useQuery, useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { navigate, useSearch } from 'wouter/use-browser-location'
import type { ExperimentDetail } from '../../../shared/experiments/contract.ts'
import type { ExperimentStatus } from '../../../shared/experiments/experiment-types.ts'
import {
  formatRoughDuration,
  formatInteger,
  formatLimitUsd,
  formatUsd,
} from '../../../shared/kernel/format-figures.ts'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { routes } from '../../lib/routes.ts'
import { EmptyPanel } from '../../ui/components/empty-panel.tsx'
import { ErrorPanel } from '../../ui/components/error-panel.tsx'
import { Figure, Figures } from '../../ui/components/figure.tsx'
import { SkeletonRows } from '../../ui/components/skeleton-rows.tsx'
import { Bar, Block, Inline, Row } from '../../ui/layout/layout.tsx'
import { CellView } from './cell/cell-view.tsx'
import { createVariantNames, type VariantNames } from './create-variant-names.ts'
import { ExperimentContext, type ExperimentScreen, useExperiment } from './experiment-context.ts'
import { ExperimentHeader } from './experiment-header.tsx'
import { ResultsTab } from './results/results-tab.tsx'
import { CellsTab } from './run/cells-tab.tsx'
import { EndedEarly } from './run/ended-early.tsx'
import { measurePace } from './run/run-progress.ts'
import { useLiveExperiment } from './run/use-live-experiment.ts'
import { SetupTab } from './setup-tab.tsx'

const isUnfinished: Readonly<Record<ExperimentStatus, boolean>> = {
  running: false,
  finished: false,
  stopped: true,
  cancelled: true,
  interrupted: true,
  failed: true,
}

type ExperimentViewProps = {
  readonly experimentId: string
  readonly place: string | null
  readonly steps: readonly string[]
}

/** One experiment: how it goes, what came of it, and every cell behind that. */
export function ExperimentView({ experimentId, place, steps }: ExperimentViewProps) {
  const { loaded, running, problem, retry } = useLiveExperiment(experimentId)
  if (loaded.data === undefined) {
    return loaded.isError ? (
      <ErrorPanel problem={toProblem(loaded.error)} onRetry={() => void loaded.refetch()}>
        <Link href={routes.experiments}>All experiments</Link>
      </ErrorPanel>
    ) : (
      <SkeletonRows label="Loading the experiment" />
    )
  }
  return (
    <>
      {problem !== null && (
        <ErrorPanel title="Cannot follow this experiment" problem={problem} onRetry={retry} />
      )}
      <LoadedExperiment detail={loaded.data} running={running} place={place} steps={steps.map(decodeStep)} />
    </>
  )
}

type LoadedExperimentProps = {
  readonly detail: ExperimentDetail
  readonly running: ReadonlySet<string>
  readonly place: string | null
  readonly steps: readonly string[]
}

function LoadedExperiment({ detail, running, place, steps }: LoadedExperimentProps) {
  const { queries } = useEngine()
  const { id } = detail.summary
  const { variants } = detail.plan
  const names = useMemo(() => createVariantNames(variants), [variants])
  const [chosen, choose] = useChosenBaseline(id, names)
  const wanted = chosen ?? detail.plan.baselineId
  const results = useQuery(
    queries.experiments.results.queryOptions({
      input: { experimentId: id, baselineId: wanted },
      placeholderData: keepPreviousData,
      refetchOnMount: 'always',
    }),
  )
  // Figures of another baseline stay until the new ones come.
  const shown = results.data ?? null
  const screen: ExperimentScreen = {
    detail,
    results: shown,
    names,
    baselineId: shown?.baselineId ?? wanted,
    metrics: detail.plan.metrics,
    running,
  }
  return (
    <ExperimentContext value={screen}>
      <ExperimentHeader place={place} baselineId={wanted} onBaseline={choose} />
      <RunState />
      {results.isError && (
        <ErrorPanel
          title="Could not compute the figures"
          problem={toProblem(results.error)}
          onRetry={() => void results.refetch()}
        />
      )}
      <Place place={place} steps={steps} />
    </ExperimentContext>
  )
}

function Place({ place, steps: [a, b, c, d] }: Pick<LoadedExperimentProps, 'place' | 'steps'>) {
  switch (place) {
    case 'cells':
      return <CellsTab />
    case 'setup':
      return <SetupTab />
    case 'cell':
      return <CellView checkpointId={a ?? ''} variantKey={b ?? ''} repeat={Number(c)} metric={d ?? null} />
    case 'results':
    case 'probe':
    case null:
      return <ResultsTab variantKey={a ?? null} metric={b ?? null} />
    default:
      return <EmptyPanel>This experiment has no such page.</EmptyPanel>
  }
}

/** Steps come half decoded: signs that mean something in addresses stay encoded. */
function decodeStep(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}

/**
 * The baseline chosen in place of the first one, and the way to choose it. It stands in front of the `#` of
 * the address, which links leave as it is, so that it lasts over reloads and goes along with every address.
 */
function useChosenBaseline(
  experimentId: string,
  { order }: Pick<VariantNames, 'order'>,
): readonly [string | null, (variantId: string) => void] {
  const key = new URLSearchParams(useSearch()).get(experimentId)
  const choose = (variantId: string): void => {
    const search = `?${experimentId}=${encodeURIComponent(variantId)}`
    navigate(`${location.pathname}${search}${location.hash}`, { replace: true })
  }
  return [key !== null && order.includes(key) ? key : null, choose]
}

/** How far it is while it runs, and afterwards what is missing, where something is. */
function RunState() {
  const { status, cells } = useExperiment().detail.summary
  if (status === 'running') return <RunProgress />
  return isUnfinished[status] || cells.failed > 0 ? <EndedEarly /> : null
}

/** An experiment at work: how far, how fast, for how much, and a way to stop it. */
function RunProgress() {
  const { client } = useEngine()
  const { detail, running } = useExperiment()
  const { id, cells, costUsd } = detail.summary
  const { budgetUsd } = detail.plan.file
  const { cellsPerMinute, remainingMs } = measurePace(detail.cells, cells)
  const cancel = useMutation({ mutationFn: () => client.experiments.cancel({ experimentId: id }) })
  const ended = cells.done + cells.failed
  return (
    <>
      <Bar component="section" wrap justify="space-between" gap="sm xl" aria-label="Progress">
        <Block flex="1 1 220px" maw={420}>
          <Row align="stretch" gap={0} justify="space-between" mb="xs" fz="xs">
            <span role="status">
              {formatInteger(ended)} of {formatInteger(cells.total)} cells
            </span>
            <Inline c="dimmed">{formatInteger(running.size)} at work</Inline>
          </Row>
          <Progress
            value={cells.total === 0 ? 0 : (ended / cells.total) * 100}
            size="sm"
            aria-label="Progress"
          />
        </Block>
        <Figures>
          <Figure
            label="Spent"
            value={
              budgetUsd === undefined
                ? formatUsd(costUsd)
                : `${formatUsd(costUsd)} of ${formatLimitUsd(budgetUsd)}`
            }
          />
          <Figure
            label="Rate"
            value={cellsPerMinute === null ? '–' : `${formatRate(cellsPerMinute)} / min`}
          />
          <Figure label="Time left, about" value={formatRoughDuration(remainingMs)} />
          <Figure
            label="Reused"
            value={formatInteger(cells.reused)}
            note="Taken from identical cells that were there"
          />
          <Figure
            label="Failed"
            value={formatInteger(cells.failed)}
            tone={cells.failed > 0 ? 'bad' : 'plain'}
          />
        </Figures>
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel
        </Button>
      </Bar>
      {cancel.isError && (
        <ErrorPanel title="Could not cancel" problem={toProblem(cancel.error)} onDismiss={cancel.reset} />
      )}
    </>
  )
}

function formatRate(cellsPerMinute: number): string {
  return cellsPerMinute < 10 ? cellsPerMinute.toFixed(1) : formatInteger(cellsPerMinute)
}
