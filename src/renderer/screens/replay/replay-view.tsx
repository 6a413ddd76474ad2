import { useQuery } from '@tanstack/react-query'
import { createContext, use, useMemo, type ReactNode } from 'react'
import type { MetricInfo } from '../../../shared/activity/quality-types.ts'
import type { ReplayResult } from '../../../shared/replay/contract.ts'
import { formatPolicyName } from '../../../shared/replay/format-policy-name.ts'
import type { ReplayPolicyEntry } from '../../../shared/replay/replay-policy-types.ts'
import { useEngine, type Engine, type ReplayInput } from '../../data/engine-context.ts'
import { shortenDistinctNames } from '../../lib/shorten-distinct-names.ts'
import { createPolicyPlaceFinder } from './create-policy-place-finder.ts'
import { useReplaySelection, type LookedAt } from './use-replay-selection.ts'

/** A finished replay, and what is looked at of it. */
export type ReplayView = LookedAt & {
  readonly taskId: string
  readonly replayId: string
  readonly result: ReplayResult
  /** The policies as they were played, by id. */
  readonly entries: ReadonlyMap<string, ReplayPolicyEntry>
  /** What the colour and the shape of a policy go by. */
  readonly findPlace: (policyId: string) => number
  /** What a policy is called. */
  readonly findName: (policyId: string) => string
  /** The same where there is little room, different from all others. */
  readonly findShortName: (policyId: string) => string
  /** Whether the cost of some policy is known. */
  readonly hasPrices: boolean
  /** Metrics that some condensation has a value of. */
  readonly metrics: readonly MetricInfo[]
}

const ReplayViewContext = createContext<ReplayView | null>(null)

/** Of the id of a policy where there is little room. */
const mostCharacters = 24
const noMetrics: readonly MetricInfo[] = []

/** Metrics are what a replay is shown with: known before it comes, nothing has to be drawn a second time for them. */
export function queryMetrics({ queries }: Engine) {
  return queries.experiments.metrics.queryOptions({ staleTime: Number.POSITIVE_INFINITY })
}

/** A replay as it was played. */
type Played = { readonly input: ReplayInput; readonly replayId: string; readonly result: ReplayResult }

type WithReplayProps = {
  readonly taskId: string
  /** Null before anything was played. */
  readonly played: Played | null
  readonly children: ReactNode
}

/** Holds a finished replay for the parts that show it. What is looked at stays while parts or results change. */
export function WithReplay({ taskId, played, children }: WithReplayProps) {
  const engine = useEngine()
  const all = useQuery(queryMetrics(engine)).data ?? noMetrics
  const lookedAt = useReplaySelection(played?.result ?? null)
  // Apart from what changes with every request that is looked at.
  const { input, replayId, result } = played ?? {}
  const own = useMemo(
    () =>
      input === undefined || replayId === undefined || result === undefined
        ? null
        : buildPlayedView({ taskId, input, replayId, result, all }),
    [taskId, input, replayId, result, all],
  )
  const view = useMemo(
    (): ReplayView | null => (own === null ? null : { ...own, ...lookedAt }),
    [own, lookedAt],
  )
  return <ReplayViewContext value={view}>{children}</ReplayViewContext>
}

type PlayedProps = Played & { readonly taskId: string; readonly all: readonly MetricInfo[] }

/** What of a view a replay alone decides. */
function buildPlayedView({ taskId, input, replayId, result, all }: PlayedProps) {
  const { policies } = result
  const measured = new Set(
    policies.flatMap(({ quality }) =>
      Object.entries(quality).flatMap(([id, value]) => (value === null ? [] : [id])),
    ),
  )
  const names = new Map(policies.map((policy) => [policy.id, formatPolicyName(policy)]))
  const findName = (policyId: string): string => names.get(policyId) ?? policyId
  const short = shortenDistinctNames([...names.values()], mostCharacters)
  return {
    taskId,
    replayId,
    result,
    entries: new Map((input.policies ?? []).map((entry) => [entry.id, entry])),
    findPlace: createPolicyPlaceFinder(policies.map(({ id }) => id)),
    findName,
    findShortName: (policyId: string) => short.get(findName(policyId)) ?? findName(policyId),
    hasPrices: policies.some(({ costUsd }) => costUsd !== null),
    metrics: all.filter(({ id }) => measured.has(id)),
  }
}

/** The finished replay that is shown. */
export function useReplay(): ReplayView {
  const view = use(ReplayViewContext)
  if (view === null) throw new Error('useReplay needs a WithReplay above it')
  return view
}
