import { formatCountWithNoun } from '../kernel/format-count-with-noun.ts'
import { showControls } from '../kernel/show-controls.ts'
import type { Calibration } from './inspection-types.ts'
import type { LibrarySearch } from './types.ts'

/** `16 sessions of Claude Code and 1 of pi, which cannot be read yet`; null where there are none. */
export function describeForeignSessions(
  found: readonly Readonly<{ agent: string; sessions: number }>[],
): string | null {
  const [first, ...others] = found
  if (first === undefined) return null
  const parts = [
    `${formatCountWithNoun(first.sessions, 'session')} of ${first.agent}`,
    ...others.map(({ agent, sessions }) => `${sessions} of ${agent}`),
  ]
  const last = parts.at(-1) ?? ''
  const list = parts.length === 1 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`
  return `${list}, which cannot be read yet`
}

const mostNamed = 3

/** What is searched for instead of words with signs: `“C++” is searched as “c”, “.NET” as “net”`. */
export function describeLeftOutSigns(leftOutSigns: LibrarySearch['leftOutSigns']): string {
  const named = leftOutSigns.slice(0, mostNamed)
  const others = leftOutSigns.length - named.length
  const words = named.map(
    ({ typed, searched }, at) => `“${showControls(typed)}” ${at === 0 ? 'is searched ' : ''}as “${searched}”`,
  )
  return [...words, ...(others === 0 ? [] : [`and ${others} more`])].join(', ')
}

/** Why the last segment of a calibration has more than the overhead; null where it has not. `inspect` and the head of a task. */
export function explainRaisedSegment({ intercept, stretches = [] }: Calibration): string | null {
  const last = stretches.at(-1)
  if (last === undefined || Math.round(last.intercept) <= Math.round(intercept)) return null
  return 'The smallest request had no more. What a segment has above it was sent unrecorded.'
}
