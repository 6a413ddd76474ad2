import type { RecordedUsage, RequestUsage } from '../../../shared/kernel/usage.ts'
import { listCost } from './find-prices.ts'

/**
 * The usage of a task with what each request and condensation cost at list prices, where the agent recorded a model and
 * tokens and no cost. `now` stands for days that are not recorded.
 */
export function withDerivedCosts(usage: RecordedUsage, now: Date): RecordedUsage {
  let isChanged = false
  const addDerivedCost = (request: RequestUsage): { readonly derivedUsd?: number } => {
    const derivedUsd = computeDerivedCost(request, now)
    if (derivedUsd === null) return {}
    isChanged = true
    return { derivedUsd }
  }
  const requests = usage.requests.map((request) =>
    request.costUsd === undefined ? { ...request, ...addDerivedCost(request) } : request,
  )
  const condensations = usage.condensations.map((one) =>
    one.costUsd === undefined && one.usage !== undefined ? { ...one, ...addDerivedCost(one.usage) } : one,
  )
  return isChanged ? { ...usage, requests, condensations } : usage
}

function computeDerivedCost(request: RequestUsage, now: Date): number | null {
  const { modelId, ts, tokensIn = 0, tokensOut = 0, cacheReads = 0, cacheWrites = 0 } = request
  // Of a request whose input is not recorded nobody knows the cost.
  const isUsed = tokensIn + cacheReads + cacheWrites > 0
  // Where nobody says whether the input has the cached tokens in it, nobody knows what it cost.
  const isClear = request.isCacheApart === true || cacheReads + cacheWrites === 0
  if (modelId === undefined || !isUsed || !isClear || request.unpriced !== undefined) return null
  const cacheWrites1h = Math.min(request.cacheWrites1h ?? 0, cacheWrites)
  const used = { input: tokensIn, output: tokensOut, cacheReads, cacheWrites, cacheWrites1h }
  const day = new Date(ts ?? Number.NaN)
  return listCost(used, modelId, Number.isNaN(day.getTime()) ? now : day)
}
