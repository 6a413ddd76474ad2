import { useMemo, useState } from 'react'
import type { ReplayedPolicy, ReplayResult } from '../../../shared/replay/contract.ts'
import { isNever } from '../../../shared/replay/replay-answer-words.ts'
import type { TableState } from '../../ui/plots/chart-frame.tsx'

/** What is looked at of a replay. */
export type LookedAt = {
  readonly selected: ReplayedPolicy | null
  readonly select: (policyId: string) => void
  /** Policies that the charts show. */
  readonly shown: readonly ReplayedPolicy[]
  readonly isShown: (policyId: string) => boolean
  readonly toggle: (policyId: string) => void
  /** Index of the recorded request that is looked at. */
  readonly request: number
  readonly setRequest: (request: number) => void
  /** The measure that a chart shows, `first` until one was chosen, and the way to choose. */
  readonly findMeasure: (chart: string, first: string) => readonly [string, (measure: string) => void]
  /** Whether a chart stands as its table, and the way to turn it. */
  readonly findTableState: (chart: string) => TableState
}

/** More lines than this at once are a thicket. The others can be asked for. */
const firstShown = 8
const noPolicies: readonly ReplayedPolicy[] = []

/** Holds what somebody chose to look at, by ids, so that it stays where a new result has it too. Null for no result. */
export function useReplaySelection(result: ReplayResult | null): LookedAt {
  const policies = result?.policies ?? noPolicies
  const [selectedId, select] = useState<string | null>(null)
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(() => new Map())
  const [chosen, setRequest] = useState<number | null>(null)
  const [measures, setMeasures] = useState<ReadonlyMap<string, string>>(() => new Map())
  const [tables, setTables] = useState<ReadonlyMap<string, boolean>>(() => new Map())
  const first = policies.find(({ firings }) => firings.length > 0) ?? policies[0] ?? null
  const request = pickRequest(chosen, first, policies)
  const hidden = useMemo(() => new Set(result === null ? [] : pickHiddenFirst(result)), [result])
  return useMemo(() => {
    const isShown = (policyId: string): boolean => toggled.get(policyId) ?? !hidden.has(policyId)
    return {
      selected: policies.find(({ id }) => id === selectedId) ?? first,
      select,
      shown: policies.filter(({ id }) => isShown(id)),
      isShown,
      toggle: (policyId) => setToggled(new Map(toggled).set(policyId, !isShown(policyId))),
      request,
      setRequest,
      findMeasure: (chart, first) => [
        measures.get(chart) ?? first,
        (measure) => setMeasures(new Map(measures).set(chart, measure)),
      ],
      findTableState: (chart) => {
        const isOn = tables.get(chart) === true
        return { isOn, onToggle: () => setTables(new Map(tables).set(chart, !isOn)) }
      },
    }
  }, [policies, first, selectedId, toggled, hidden, request, measures, tables])
}

/** The chosen request where it was played, else that of the first condensation, else the last one. */
function pickRequest(
  chosen: number | null,
  first: ReplayedPolicy | null,
  policies: readonly ReplayedPolicy[],
): number {
  const isPlayed = policies.some(({ requests }) => requests.some(({ request }) => request === chosen))
  if (chosen !== null && isPlayed) return chosen
  return first?.firings[0]?.request ?? first?.requests.at(-1)?.request ?? 0
}

/** What the charts leave out at first: lines that lie on that of `none`, and more than can be told apart. */
function pickHiddenFirst(result: ReplayResult): readonly string[] {
  const same = result.policies.filter((policy) => policy.id !== 'none' && isNever(policy, result))
  const isFolded = same.length > 1 && result.policies.some(({ id }) => id === 'none')
  const left = result.policies.filter((policy) => !isFolded || !same.includes(policy)).slice(0, firstShown)
  return result.policies.flatMap((policy) => (left.includes(policy) ? [] : [policy.id]))
}
