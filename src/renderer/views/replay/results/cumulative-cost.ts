import type { PolicyReplay } from '../../../../shared/domain/replay.ts'
import { sumKnown } from '../../../../shared/lib/numbers.ts'

/**
 * What a policy has cost after each request, its condensations and attempts up to there included; US dollars. It ends
 * where a cost is not known.
 */
export function cumulativeCost({
  requests,
  firings,
  attempts,
}: Pick<PolicyReplay, 'requests' | 'firings' | 'attempts'>): readonly {
  readonly request: number
  readonly costUsd: number
}[] {
  const extras = Map.groupBy([...firings, ...attempts], ({ request }) => request)
  let total: number | null = 0
  return requests.flatMap(({ request, costUsd }) => {
    total = sumKnown([total, costUsd, ...(extras.get(request) ?? []).map((one) => one.costUsd)])
    return total === null ? [] : [{ request, costUsd: total }]
  })
}
