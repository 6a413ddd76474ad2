import { usualTrigger } from '../../../../shared/installation/policy-types.ts'
import type { ReplayPolicyEntry } from '../../../../shared/replay/replay-policy-types.ts'
import type { EditorChoices } from '../../../data/use-editor-choices.ts'
import { formatWindow } from '../policies/sweep-policies.ts'

/** What the things are called that a policy names by their ids. */
type Known = Pick<EditorChoices, 'arms' | 'providers' | 'presets' | 'profiles'>

/** Policies that differ in nothing but their threshold. */
type SweepLine = {
  /** Different from all others, which names may not be. */
  readonly id: string
  readonly name: string
  readonly points: readonly { readonly policyId: string; readonly threshold: number }[]
}

/** The sweeps among policies, each of two thresholds at least, in the order of their first policy. */
export function sweepLines(entries: readonly ReplayPolicyEntry[], known: Known): readonly SweepLine[] {
  const groups = new Map<string, { readonly first: ReplayPolicyEntry; readonly all: ReplayPolicyEntry[] }>()
  for (const entry of entries) {
    // An arm without a threshold goes by its agent's own trigger.
    const isArm = entry.arm !== undefined && entry.threshold !== undefined
    if (entry.provider === undefined && !isArm) continue
    const key = buildLineKey(entry)
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
      : [{ id, name: formatLineName(first, known), points }]
  })
}

function readWindow({ window = usualTrigger.windowTokens }: Pick<ReplayPolicyEntry, 'window'>): number {
  return window
}

/** All of a policy but its id and its threshold. The order in which a file names its keys does not matter. */
function buildLineKey({ id: _id, threshold: _threshold, ...rest }: ReplayPolicyEntry): string {
  const named = Object.entries({ ...rest, window: readWindow(rest) })
  return JSON.stringify(named.toSorted(([a], [b]) => a.localeCompare(b)))
}

/** `Smart: Balanced 200k`, then all else that the policy sets. What is not known is called by its id. */
function formatLineName(entry: ReplayPolicyEntry, known: Known): string {
  const {
    id: _id,
    threshold: _threshold,
    window: _window,
    arm,
    provider,
    preset,
    profile,
    target,
    ...rest
  } = entry
  const own = known.presets.find(({ providerId, id }) => providerId === provider && id === preset)
  const what = [
    arm && (known.arms.find(({ id }) => id === arm)?.label ?? arm),
    provider && (known.providers.find(({ id }) => id === provider)?.label ?? provider),
    own?.label ?? preset,
  ]
  const words = [
    what.filter((word) => word !== undefined).join(': '),
    profile && (known.profiles.find(({ value }) => value === profile)?.label ?? profile),
    formatWindow(readWindow(entry)),
    target && `to ${target}`,
  ]
  const others = Object.entries(rest).map(([key, value]) =>
    typeof value === 'object' ? key : `${key} ${String(value)}`,
  )
  return [...words, ...others].filter((word) => word !== undefined && word !== 0).join(' ')
}
