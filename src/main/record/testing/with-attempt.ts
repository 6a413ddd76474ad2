import type { RequestUsage } from '../../../shared/kernel/usage.ts'
import { examplePrices } from '../../features/replay/compute/testing/replay-example.ts'
import type { RecordedTask } from '../recorded-task.ts'

/** A task of the example whose request was sent once before: that attempt wrote to the cache, was charged for and failed. */
export function withAttempt(
  { messages, usage, hiddenRange }: RecordedTask,
  at: number,
  more: Partial<RequestUsage> = {},
): RecordedTask {
  const requests = usage.requests.flatMap((request, index): RequestUsage[] => {
    if (index !== at) return [request]
    const { cacheReads = 0, cacheWrites = 0, ts } = request
    const attempt = { ...request, ts: (ts ?? 0) - 2000, cancelled: true, tokensOut: 40, ...more }
    const again = { ...request, cacheReads: cacheReads + cacheWrites, cacheWrites: 0 }
    return [
      { ...attempt, costUsd: more.costUsd ?? computeExampleCost(attempt) },
      { ...again, costUsd: computeExampleCost(again) },
    ]
  })
  return { messages, usage: { ...usage, requests }, hiddenRange }
}

function computeExampleCost({
  tokensIn = 0,
  tokensOut = 0,
  cacheReads = 0,
  cacheWrites = 0,
}: RequestUsage): number {
  const { input, output, ...prices } = examplePrices
  const millionths = tokensIn * input + tokensOut * output
  return (millionths + cacheReads * prices.cacheReads + cacheWrites * prices.cacheWrites) / 1e6
}
