import { useMemo, useState } from 'react'
import { useRunQuality } from '../../../data/use-run-quality.ts'
import {
  filterFacts,
  collectSurvivalFacts,
  type SurvivalFact,
  type SurvivalFilter,
} from './collect-survival-facts.ts'

/** The facts of a run as the strip and the table share them. */
export type Survival = {
  /** Null until they are measured. */
  readonly facts: readonly SurvivalFact[] | null
  /** Those that pass the filter. */
  readonly shown: readonly SurvivalFact[]
  readonly filter: SurvivalFilter
  readonly setFilter: (filter: SurvivalFilter) => void
  readonly selected: SurvivalFact | null
  readonly select: (fact: SurvivalFact) => void
  /** Index in the file of each message of the source, or null where it is unknown. */
  readonly fileIndices: readonly number[] | null
  readonly error: Error | null
  readonly retry: () => void
}

const everything: SurvivalFilter = { classIds: [], fates: [] }

/** The facts that a run kept and lost. `onSelect` gets every fact that is chosen. */
export function useSurvival(runId: string, onSelect: (fact: SurvivalFact) => void): Survival {
  const { data, error, refetch } = useRunQuality(runId)
  const [filter, setFilter] = useState(everything)
  const [selected, setSelected] = useState<SurvivalFact | null>(null)
  const facts = useMemo(() => (data === undefined ? null : collectSurvivalFacts(data.measured)), [data])
  const shown = useMemo(() => filterFacts(facts ?? [], filter), [facts, filter])
  return {
    facts,
    shown,
    filter,
    setFilter,
    selected,
    select: (fact) => {
      setSelected(fact)
      onSelect(fact)
    },
    fileIndices: data?.fileIndices ?? null,
    error,
    retry: () => void refetch(),
  }
}
