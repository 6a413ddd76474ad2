import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'wouter'
import type { ExperimentDetail } from '../../../shared/api/experiments.ts'
import { EmptyPanel } from '../../components/empty-panel.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { routes } from '../../lib/routes.ts'
import { CellView } from './cell/cell-view.tsx'
import { PairView } from './cell/pair-view.tsx'
import { ExperimentContext, type ExperimentScreen } from './experiment-context.ts'
import { ExperimentHeader } from './experiment-header.tsx'
import { ResultsTab } from './results/results-tab.tsx'
import { CellsTab } from './run/cells-tab.tsx'
import { RunState } from './run/run-state.tsx'
import { useLiveExperiment } from './run/use-live-experiment.ts'
import { SetupTab } from './setup-tab.tsx'
import { useBlind } from './use-blind.ts'
import { useChosenBaseline } from './use-chosen-baseline.ts'
import { variantNames } from './variant-names.ts'

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
  const blind = useBlind(id)
  const { variants } = detail.plan
  const names = useMemo(() => variantNames(variants, blind.seed), [variants, blind.seed])
  const [chosen, choose] = useChosenBaseline(id, names)
  // The baseline of the file would betray which letter it is.
  const wanted = chosen ?? (names.isBlind ? names.order[0] : null) ?? detail.plan.baselineId
  const results = useQuery(
    queries.experiments.results.queryOptions({
      input: { experimentId: id, baselineId: wanted },
      placeholderData: keepPreviousData,
      refetchOnMount: 'always',
    }),
  )
  // Figures of another baseline stay until the new ones come, unless they would betray which letter it is.
  const shown = names.isBlind && results.isPlaceholderData ? null : (results.data ?? null)
  const screen: ExperimentScreen = {
    detail,
    results: shown,
    names,
    baselineId: shown?.baselineId ?? wanted,
    metrics: detail.plan.metrics,
    running,
  }
  const change = (act: () => void) => (): void => {
    choose(null)
    act()
  }
  return (
    <ExperimentContext value={screen}>
      <ExperimentHeader
        place={place}
        baselineId={wanted}
        onBaseline={choose}
        onHide={change(blind.hide)}
        onReveal={change(blind.reveal)}
      />
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

function Place({ place, steps: [a, b, c, d, e] }: Pick<LoadedExperimentProps, 'place' | 'steps'>) {
  switch (place) {
    case 'cells':
      return <CellsTab />
    case 'setup':
      return <SetupTab />
    case 'cell':
      return <CellView checkpointId={a ?? ''} variantKey={b ?? ''} repeat={Number(c)} metric={d ?? null} />
    case 'pair':
      return (
        <PairView
          checkpointId={a ?? ''}
          first={{ key: b ?? '', repeat: Number(c) }}
          second={{ key: d ?? '', repeat: Number(e) }}
        />
      )
    case 'results':
    case null:
      return <ResultsTab variantKey={a ?? null} metric={b ?? null} />
    default:
      return <EmptyPanel>There is no such place in this experiment.</EmptyPanel>
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
