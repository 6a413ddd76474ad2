import type { ReplayPolicyEntry } from '../../../../shared/domain/replay-policy.ts'
import { usualTrigger } from '../../../../shared/domain/policy.ts'
import { windowName } from '../policies/sweep-policies.ts'

/** Policies that differ in nothing but their threshold. */
export type SweepLine = {
  /** Told apart from all others; names may not be. */
  readonly id: string
  readonly name: string
  readonly points: readonly { readonly policyId: string; readonly threshold: number }[]
}

/** The sweeps among policies, each of two thresholds at least, in the order of their first policy. */
export function sweepLines(entries: readonly ReplayPolicyEntry[]): readonly SweepLine[] {
  const groups = new Map<string, { readonly first: ReplayPolicyEntry; readonly all: ReplayPolicyEntry[] }>()
  for (const entry of entries) {
    if (entry.provider === undefined) continue
    const key = keyOf(entry)
    const group = groups.get(key) ?? { first: entry, all: [] }
    group.all.push(entry)
    groups.set(key, group)
  }
  return [...groups].flatMap(([id, { first, all }]) => {
    const points = all
      .map(({ id, threshold = usualTrigger.thresholdPercent }) => ({ policyId: id, threshold }))
      .toSorted((a, b) => a.threshold - b.threshold)
    return new Set(points.map(({ threshold }) => threshold)).size < 2
      ? []
      : [{ id, name: nameOf(first), points }]
  })
}

function windowOf({ window = usualTrigger.windowTokens }: Pick<ReplayPolicyEntry, 'window'>): number {
  return window
}

/** All of a policy but its id and its threshold; the order in which a file names its keys does not matter. */
function keyOf({ id: _id, threshold: _threshold, ...rest }: ReplayPolicyEntry): string {
  const named = Object.entries({ ...rest, window: windowOf(rest) })
  return JSON.stringify(named.toSorted(([a], [b]) => a.localeCompare(b)))
}

function nameOf(entry: ReplayPolicyEntry): string {
  const {
    id: _id,
    threshold: _threshold,
    window: _window,
    provider,
    preset,
    profile,
    target,
    ...rest
  } = entry
  const words = [provider, preset, profile, windowName(windowOf(entry)), target && `to ${target}`]
  const others = Object.entries(rest).map(([key, value]) =>
    typeof value === 'object' ? key : `${key} ${String(value)}`,
  )
  return [...words, ...others].filter((word) => word !== undefined && word !== 0).join(' ')
}
