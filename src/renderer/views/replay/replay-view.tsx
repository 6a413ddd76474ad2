import { useQuery } from '@tanstack/react-query'
import { createContext, use, useMemo, useState, type ReactNode } from 'react'
import type { ReplayedPolicy, ReplayResult } from '../../../shared/api/replay.ts'
import type { ReplayPolicyEntry } from '../../../shared/domain/replay-policy.ts'
import type { MetricInfo } from '../../../shared/domain/quality.ts'
import { isNever } from '../../../shared/words/replay-answer.ts'
import { policyName } from '../../../shared/words/policy-name.ts'
import { useEngine, type Engine, type ReplayInput } from '../../data/engine-context.ts'
import { distinctNames } from '../../lib/distinct-names.ts'
import { policyPlaces } from './policy-places.ts'

/** A finished replay, and what is looked at of it. */
export type ReplayView = {
  readonly taskId: string
  readonly replayId: string
  readonly result: ReplayResult
  /** The policies as they were played, by id. */
  readonly entries: ReadonlyMap<string, ReplayPolicyEntry>
  /** What the colour and the shape of a policy go by. */
  readonly placeOf: (policyId: string) => number
  /** What a policy is called. */
  readonly nameOf: (policyId: string) => string
  /** The same where there is little room, different from all others. */
  readonly shortOf: (policyId: string) => string
  /** Whether the cost of some policy is known. */
  readonly hasPrices: boolean
  /** Metrics that some condensation has a value of. */
  readonly metrics: readonly MetricInfo[]
  readonly selected: ReplayedPolicy | null
  readonly select: (policyId: string) => void
  /** Policies that the charts show. */
  readonly shown: readonly ReplayedPolicy[]
  readonly isShown: (policyId: string) => boolean
  readonly toggle: (policyId: string) => void
  /** Index of the recorded request that is looked at. */
  readonly request: number
  readonly setRequest: (request: number) => void
}

const ReplayViewContext = createContext<ReplayView | null>(null)

/** More lines than this at once are a thicket. The others can be asked for. */
const firstShown = 8
/** Of the id of a policy where there is little room. */
const mostCharacters = 24
const noMetrics: readonly MetricInfo[] = []

/** Metrics are what a replay is shown with: known before it comes, nothing has to be drawn a second time for them. */
export function metricsOf({ queries }: Engine) {
  return queries.experiments.metrics.queryOptions({ staleTime: Number.POSITIVE_INFINITY })
}

type WithReplayProps = {
  readonly taskId: string
  readonly input: ReplayInput
  readonly replayId: string
  readonly result: ReplayResult
  readonly children: ReactNode
}

/** Holds a finished replay for the parts that show it. What is looked at stays while parts change. */
export function WithReplay({ taskId, input, replayId, result, children }: WithReplayProps) {
  const engine = useEngine()
  const all = useQuery(metricsOf(engine)).data ?? noMetrics
  const { policies } = result
  const first = policies.find(({ firings }) => firings.length > 0) ?? policies[0]
  const [selectedId, select] = useState(first?.id ?? '')
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => new Set(hiddenFirst(result)))
  const [request, setRequest] = useState(
    () => first?.firings[0]?.request ?? first?.requests.at(-1)?.request ?? 0,
  )
  // Apart from what changes with every request that is looked at.
  const played = useMemo(
    () => playedView({ taskId, input, replayId, result, all }),
    [taskId, input, replayId, result, all],
  )
  const shown = useMemo(() => policies.filter(({ id }) => !hidden.has(id)), [policies, hidden])
  const view = useMemo(
    (): ReplayView => ({
      ...played,
      selected: policies.find(({ id }) => id === selectedId) ?? policies[0] ?? null,
      select,
      shown,
      isShown: (policyId) => !hidden.has(policyId),
      toggle: (policyId) => {
        const next = new Set(hidden)
        if (!next.delete(policyId)) next.add(policyId)
        setHidden(next)
      },
      request,
      setRequest,
    }),
    [played, policies, selectedId, shown, hidden, request],
  )
  return <ReplayViewContext value={view}>{children}</ReplayViewContext>
}

type PlayedProps = Omit<WithReplayProps, 'children'> & { readonly all: readonly MetricInfo[] }

/** What of a view a replay alone decides. */
function playedView({ taskId, input, replayId, result, all }: PlayedProps) {
  const { policies } = result
  const measured = new Set(
    policies.flatMap(({ quality }) =>
      Object.entries(quality).flatMap(([id, value]) => (value === null ? [] : [id])),
    ),
  )
  const names = new Map(policies.map((policy) => [policy.id, policyName(policy)]))
  const nameOf = (policyId: string): string => names.get(policyId) ?? policyId
  const short = distinctNames([...names.values()], mostCharacters)
  return {
    taskId,
    replayId,
    result,
    entries: new Map((input.policies ?? []).map((entry) => [entry.id, entry])),
    placeOf: policyPlaces(policies.map(({ id }) => id)),
    nameOf,
    shortOf: (policyId: string) => short.get(nameOf(policyId)) ?? nameOf(policyId),
    hasPrices: policies.some(({ costUsd }) => costUsd !== null),
    metrics: all.filter(({ id }) => measured.has(id)),
  }
}

/** What the charts leave out at first: lines that lie on that of `none`, and more than can be told apart. */
function hiddenFirst(result: ReplayResult): readonly string[] {
  const same = result.policies.filter((policy) => policy.id !== 'none' && isNever(policy, result))
  const isFolded = same.length > 1 && result.policies.some(({ id }) => id === 'none')
  const left = result.policies.filter((policy) => !isFolded || !same.includes(policy)).slice(0, firstShown)
  return result.policies.flatMap((policy) => (left.includes(policy) ? [] : [policy.id]))
}

/** The finished replay that is shown. */
export function useReplay(): ReplayView {
  const view = use(ReplayViewContext)
  if (view === null) throw new Error('useReplay needs a WithReplay above it')
  return view
}
