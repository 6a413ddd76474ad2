import { countOf } from '../../shared/lib/count-of.ts'
import { sum } from '../../shared/lib/numbers.ts'
import type { RecordedRequest, RecordedRun } from '../record/recorded-run.ts'
import type { ReplayTask } from './replay-task.ts'

type Note = { request: number; text: string }

/** That the agent condensed or truncated more often than the replay of its record shows, and where; nothing else. */
export function unplayedNotes(
  { steps }: { readonly steps: readonly Pick<ReplayTask['steps'][number], 'request' | 'ownCondensations'>[] },
  firings: readonly Pick<RecordedRun['condensations'][number], 'kind' | 'request' | 'isDeleting'>[],
): Note[] {
  const first = steps[0]?.request ?? 0
  return (['condensation', 'truncation'] as const).flatMap((kind): Note[] => {
    const own = firings.filter((condensation) => condensation.kind === kind)
    const played = new Map(
      steps.map(({ request, ownCondensations }) => [request, countOfKind(ownCondensations, kind)] as const),
    )
    const missing = own.length - sum([...played.values()])
    if (missing <= 0) return []
    const unplayed = own.filter(({ request }) => request === null || (played.get(request) ?? 0) === 0)
    const which =
      missing === own.length ? 'none of that can be played' : `${missing} of that cannot be played`
    const did = kind === 'condensation' ? 'condensed' : 'truncated'
    const told = `The agent ${did} ${countOf(own.length, 'time')}${placesText(unplayed)}; ${which}`
    return [{ request: first, text: `${told}${consequence(kind, unplayed)}` }]
  })
}

function countOfKind(
  firings: readonly RecordedRequest['condensations'][number][],
  kind: 'condensation' | 'truncation',
): number {
  return firings.filter((condensation) => condensation.kind === kind).length
}

function placesText(firings: readonly Pick<RecordedRun['condensations'][number], 'request'>[]): string {
  const places = firings.flatMap(({ request }) => request ?? [])
  return places.length === 0
    ? ''
    : `, before ${places.length === 1 ? 'request' : 'requests'} ${places.join(', ')}`
}

function consequence(
  kind: 'condensation' | 'truncation',
  unplayed: readonly Pick<RecordedRun['condensations'][number], 'isDeleting'>[],
): string {
  if (kind === 'truncation') return ' or judged.'
  const isDeleting = unplayed.length > 0 && unplayed.every((condensation) => condensation.isDeleting)
  const reason = isDeleting ? ' It is not judged: the agent deleted what it condensed.' : ' It is not judged.'
  return `, and what it cost is in no figure here.${reason}`
}
