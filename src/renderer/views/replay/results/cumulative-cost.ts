import type { PolicyReplay } from '../../../../shared/domain/replay.ts'

/** What a policy has cost after each request, its condensations and attempts up to there included; US dollars. */
export function cumulativeCost({
  requests,
  firings,
  attempts,
}: Pick<PolicyReplay, 'requests' | 'firings' | 'attempts'>): readonly {
  readonly request: number
  readonly costUsd: number
}[] {
  const firingCost = new Map<number, number>()
  for (const { request, costUsd } of [...firings, ...attempts])
    firingCost.set(request, (firingCost.get(request) ?? 0) + costUsd)
  let sum = 0
  return requests.map(({ request, costUsd }) => {
    sum += costUsd + (firingCost.get(request) ?? 0)
    return { request, costUsd: sum }
  })
}
