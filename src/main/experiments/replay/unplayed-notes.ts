import { countOf } from '../../../shared/lib/count-of.ts'
import { sum } from '../../../shared/lib/sum.ts'
import type { AgentFiring } from './agent-firings.ts'
import type { ReplayTask } from './replay-task.ts'

/** That the agent condensed more often than the replay of its record shows, and where; nothing else. */
export function unplayedNotes(
  { steps }: Pick<ReplayTask, 'steps'>,
  firings: readonly Pick<AgentFiring, 'kind' | 'request'>[],
): { request: number; text: string }[] {
  const own = firings.filter(({ kind }) => kind === 'condensation')
  const played = new Map(steps.map(({ request, ownCondensations }) => [request, ownCondensations.count]))
  const missing = own.length - sum([...played.values()])
  if (missing <= 0) return []
  const places = own.flatMap(({ request }) =>
    request === null || (played.get(request) ?? 0) > 0 ? [] : [request],
  )
  const where =
    places.length === 0 ? '' : `, before ${places.length === 1 ? 'request' : 'requests'} ${places.join(', ')}`
  const which = missing === own.length ? 'none of that can be played' : `${missing} of that cannot be played`
  return [
    {
      request: steps[0]?.request ?? 0,
      text: `The agent condensed ${countOf(own.length, 'time')}${where}; ${which}, and what it cost is in no figure here.`,
    },
  ]
}
