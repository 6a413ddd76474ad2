import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import type { AlignedRow } from '../../../shared/domain/aligned-row.ts'
import type { RunSummary } from '../../../shared/domain/run.ts'
import { EmptyPanel } from '../../components/empty-panel.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { SkeletonRows } from '../../components/skeleton-rows.tsx'
import { Split } from '../../components/split.tsx'
import { VirtualList } from '../../components/virtual-list.tsx'
import { useEngine } from '../../data/engine-context.ts'
import { toProblem } from '../../data/to-problem.ts'
import { usePreference } from '../../data/use-preference.ts'
import { ComparisonHead, ComparisonRow } from './comparison-row.tsx'
import { FateFilter } from './fate-filter.tsx'
import { ResultDetails, type ResultTab } from './result-details.tsx'
import { SurvivalBar } from './survival-bar.tsx'
import { markOf } from './survival-facts.ts'
import { useComparison } from './use-comparison.ts'
import { useSurvival } from './use-survival.ts'

const layoutSchema = z.tuple([z.number(), z.number()])
const defaultLayout: [number, number] = [58, 42]
const none: readonly AlignedRow[] = []

/** Source beside result, aligned by provenance, and below it the selected row in full. */
export function ResultComparison({ run }: { readonly run: RunSummary }) {
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
  const { shown, places, selected } = comparison
  const survival = useSurvival(run.id, (fact) => comparison.goToSource(markOf(fact)))
  const [layout, setLayout] = usePreference('layout.result', layoutSchema, defaultLayout)
  const [tab, setTab] = useState<ResultTab>('difference')
  const withPass = (run.outcome?.passes.length ?? 0) > 1
  const row = shown[selected] ?? null
  return (
    <>
      <SurvivalBar survival={survival} messages={sourceMessages(rows)} onOpen={() => setTab('survival')} />
      <FateFilter
        rows={rows}
        chosen={comparison.fates}
        onChosen={comparison.filter}
        onChange={comparison.goToChange}
      />
      <Split
        id="result"
        direction="vertical"
        layout={layout}
        onLayout={([list, detail]) => setLayout([list, detail])}
        label="Height of the list"
        first={
          shown.length === 0 ? (
            <EmptyPanel>No message met this fate.</EmptyPanel>
          ) : (
            <VirtualList
              label="Source beside result"
              count={shown.length}
              selected={selected}
              onSelect={comparison.select}
              header={<ComparisonHead />}
              renderRow={(at) =>
                shown[at] && (
                  <ComparisonRow row={shown[at]} place={places[at] ?? 'single'} withPass={withPass} />
                )
              }
            />
          )
        }
        second={
          <ResultDetails run={run} row={row} rows={rows} survival={survival} tab={tab} onTab={setTab} />
        }
      />
    </>
  )
}

function sourceMessages(rows: readonly AlignedRow[]): number {
  return rows.filter(({ source }) => source !== null).length
}
