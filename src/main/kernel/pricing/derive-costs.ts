import type { RecordedUsage, RequestUsage } from '../../../shared/kernel/usage.ts'
import { priceRequest } from './price-request.ts'

/**
 * The usage of a task with what each request and condensation cost at list prices, where the agent recorded a model and
 * tokens and no cost, or with what has no price. `now` stands for days that are not recorded.
 */
export function withDerivedCosts(usage: RecordedUsage, now: Date): RecordedUsage {
  let isChanged = false
  const addDerivedCost = (request: RequestUsage): Pick<RequestUsage, 'derivedUsd' | 'unpriced'> => {
    const bill = priceRequest(request, now)
    // Of a model that nobody lists, nothing is known of how it was served either.
    if (bill === null || bill.lines.length === 0) return {}
    isChanged = true
    return {
      ...(bill.usd === null ? {} : { derivedUsd: bill.usd }),
      ...(bill.unpriced === null ? {} : { unpriced: bill.unpriced }),
    }
  }
  const requests = usage.requests.map((request) =>
    request.costUsd === undefined ? { ...request, ...addDerivedCost(request) } : request,
  )
  const condensations = usage.condensations.map((one) => {
    if (one.costUsd !== undefined || one.usage === undefined) return one
    const { derivedUsd } = addDerivedCost(one.usage)
    return derivedUsd === undefined ? one : { ...one, derivedUsd }
  })
  return isChanged ? { ...usage, requests, condensations } : usage
}
