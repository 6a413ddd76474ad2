import { partKinds } from '../../../shared/kernel/part.ts'
import type { TimelinePoint } from '../../../shared/timeline/types.ts'
import { kindLooks, type KindLook } from '../../ui/components/marks/part-kinds.ts'

/** The layers of the chart from the bottom up. */
export const timelineKinds = ['prefix', ...partKinds] as const
/** A kind of part, or the system prompt with the tools. */
export type TimelineKind = (typeof timelineKinds)[number]

/** What each layer is called and which colour it has. */
export const timelineLooks: Readonly<Record<TimelineKind, KindLook>> = {
  ...kindLooks,
  prefix: { label: 'System prompt and tools', short: 'system', color: 'var(--kind-prefix)' },
}

/** The kinds that a task has at all, from the bottom up. */
export function listTimelineKinds(points: readonly TimelinePoint[]): readonly TimelineKind[] {
  // Most are there among the first points. Each kind is looked for alone, which makes no list of all.
  return timelineKinds.filter((kind) => points.some(({ byKind }) => kind in byKind))
}

/** Tokens of the kinds that are shown. */
export function sumShownTokens({ byKind }: TimelinePoint, shown: readonly TimelineKind[]): number {
  return shown.reduce((sum, kind) => sum + (byKind[kind] ?? 0), 0)
}
