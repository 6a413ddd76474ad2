import { expect } from 'vitest'
import type { ReplayResult } from '../../shared/replay/contract.ts'

/** Holds a replay to its own figures: the cost of each policy is that of its parts, and no token is lost. */
export function expectConserved({ recorded, policies }: ReplayResult): void {
  expect(Math.abs(recorded.differencePercent ?? 0)).toBeLessThan(1)
  for (const { id, requests, firings, attempts, costUsd } of policies) {
    const costs = [...requests, ...firings, ...attempts].map((one) => one.costUsd)
    const isKnown = requests.length > 0 && recorded.prices.length > 0
    const total = costs.reduce<number>((sum, one) => sum + (one ?? Number.NaN), 0)
    expect({ id, isKnown: costUsd !== null }).toEqual({ id, isKnown })
    expect(costUsd ?? 0).toBeCloseTo(isKnown ? total : 0, 9)
    for (const { contextTokens, tokens } of requests)
      expect(tokens.uncached + tokens.cacheWrite + tokens.cacheRead).toBe(contextTokens)
  }
}
