import { countOf } from './count-of.ts'

/** `16 sessions of Claude Code and 1 of pi, which cannot be read yet`; null where there are none. */
export function foreignSessionsText(
  found: readonly Readonly<{ agent: string; sessions: number }>[],
): string | null {
  const [first, ...others] = found
  if (first === undefined) return null
  const parts = [
    `${countOf(first.sessions, 'session')} of ${first.agent}`,
    ...others.map(({ agent, sessions }) => `${sessions} of ${agent}`),
  ]
  const last = parts.at(-1) ?? ''
  const list = parts.length === 1 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`
  return `${list}, which cannot be read yet`
}
