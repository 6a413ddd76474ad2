import { sumKnown } from '../../../../shared/kernel/numbers.ts'
import type {
  PlayedPolicy,
  PolicyReplay,
  ReplayCondensation,
  ReplayTokens,
} from '../../../../shared/replay/types.ts'
import { isEstimated } from './cost/pay-requests.ts'
import type { ReplayTask } from './replay-task.ts'

/** What a policy comes to: its tokens, its cost and what of that is estimated, its largest context and its quality. */
export function summariseReplay(
  { steps }: Pick<ReplayTask, 'steps'>,
  played: Pick<PlayedPolicy, 'id' | 'requests' | 'firings' | 'attempts'>,
): PlayedPolicy {
  const { requests, firings, attempts } = played
  const tokens = { uncached: 0, cacheWrite: 0, cacheWrite1h: 0, cacheRead: 0, output: 0 }
  for (const request of requests) {
    tokens.uncached += request.tokens.uncached
    tokens.cacheWrite += request.tokens.cacheWrite
    tokens.cacheWrite1h += request.tokens.cacheWrite1h ?? 0
    tokens.cacheRead += request.tokens.cacheRead
    tokens.output += request.tokens.output
  }
  const estimated = new Set(steps.filter(isEstimated).map(({ request }) => request))
  const costUsd =
    requests.length === 0 ? null : sumKnown([...requests, ...firings, ...attempts].map((one) => one.costUsd))
  const estimatedUsd = sumKnown([
    ...requests.filter(({ request }) => estimated.has(request)).map((one) => one.costUsd),
    ...[...firings, ...attempts].filter((one) => one.isCostEstimated === true).map((one) => one.costUsd),
  ])
  return {
    ...played,
    tokens: withoutNone(tokens),
    costUsd,
    estimatedUsd: costUsd === null ? null : estimatedUsd,
    peakContext: requests.reduce((peak, { contextTokens }) => Math.max(peak, contextTokens), 0),
    quality: computeMeanQuality(firings),
  }
}

/** Most vendors write nothing for an hour. */
function withoutNone({ cacheWrite1h, ...tokens }: Required<ReplayTokens>): ReplayTokens {
  return cacheWrite1h === 0 ? tokens : { ...tokens, cacheWrite1h }
}

/** The mean of each metric over the condensations that have it; null where none has. */
export function computeMeanQuality(firings: readonly ReplayCondensation[]): PolicyReplay['quality'] {
  const ids = new Set(firings.flatMap(({ quality = {} }) => Object.keys(quality)))
  return Object.fromEntries(
    [...ids].map((id) => {
      const values = firings.flatMap(({ quality }) => quality?.[id] ?? [])
      return [id, values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length]
    }),
  )
}
