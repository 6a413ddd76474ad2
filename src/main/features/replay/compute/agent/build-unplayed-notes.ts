import { sum } from '../../../../../shared/kernel/numbers.ts'
import type { PolicyNote } from '../../../../../shared/replay/words.ts'
import type { RecordedRun } from '../../../../record/recorded-run.ts'
import type { OwnCondensation, ReplayTask } from '../replay-task.ts'

/** That the agent condensed or truncated more often than the replay of its record shows, and where; nothing else. */
export function buildUnplayedNotes(
  { steps }: { readonly steps: readonly Pick<ReplayTask['steps'][number], 'request' | 'ownCondensations'>[] },
  condensations: readonly Pick<RecordedRun['condensations'][number], 'kind' | 'request' | 'isDeleting'>[],
): PolicyNote[] {
  const first = steps[0]?.request ?? 0
  return (['condensation', 'truncation'] as const).flatMap((kind): PolicyNote[] => {
    const own = condensations.filter((condensation) => condensation.kind === kind)
    const played = new Map(
      steps.map(({ request, ownCondensations }) => [request, countOfKind(ownCondensations, kind)] as const),
    )
    const missing = own.length - sum([...played.values()])
    if (missing <= 0) return []
    const unplayed = own.filter(({ request }) => request === null || (played.get(request) ?? 0) === 0)
    const isDeleting = unplayed.length > 0 && unplayed.every((condensation) => condensation.isDeleting)
    const requests = unplayed.flatMap(({ request }) => request ?? [])
    const figures = { kind, times: own.length, missing, requests, isDeleting }
    return [{ request: first, code: 'unplayed', figures }]
  })
}

function countOfKind(condensations: readonly OwnCondensation[], kind: 'condensation' | 'truncation'): number {
  return condensations.filter((condensation) => condensation.kind === kind).length
}
