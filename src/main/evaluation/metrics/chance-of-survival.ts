import type { Fact } from '../../../shared/domain/fact.ts'
import { seededRandom, type RandomSource } from '../statistics/seeded-random.ts'

/** Enough for a standard error under two points of a hundred, whatever the share is. */
const draws = 200
const seed = 1

/**
 * The share of facts that messages chosen at random would state, as many tokens together as `budgetTokens`: the level
 * that a provider has to beat. Messages are drawn until the next one does not fit; that one is taken with the
 * probability that makes the mean exact. The same input gives the same share.
 */
export function chanceOfSurvival(
  facts: readonly Fact[],
  messageTokens: readonly number[],
  budgetTokens: number,
): number {
  if (facts.length === 0) return 0
  const random = seededRandom(seed)
  const holders = facts.map(({ places }) => places.map(({ messageIndex }) => messageIndex))
  let kept = 0
  for (let draw = 0; draw < draws; draw += 1) {
    const chosen = drawMessages(messageTokens, budgetTokens, random)
    for (const messages of holders) if (messages.some((index) => chosen[index] === 1)) kept += 1
  }
  return kept / (draws * facts.length)
}

function drawMessages(
  messageTokens: readonly number[],
  budgetTokens: number,
  random: RandomSource,
): Uint8Array {
  const order = messageTokens.map((_, index) => index)
  const chosen = new Uint8Array(order.length)
  let left = budgetTokens
  for (let at = 0; at < order.length; at += 1) {
    const other = at + random.nextIndex(order.length - at)
    const index = order[other] ?? at
    order[other] = order[at] ?? at
    const tokens = messageTokens[index] ?? 0
    if (tokens <= left) {
      chosen[index] = 1
      left -= tokens
    } else {
      if (random.nextUint32() / 2 ** 32 < left / tokens) chosen[index] = 1
      break
    }
  }
  return chosen
}
