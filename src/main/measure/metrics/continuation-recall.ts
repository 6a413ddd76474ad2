import type { Evidence, UsedFactFate } from '../../../shared/kernel/evidence.ts'
import { type Fact, factClassIds } from '../../../shared/kernel/fact.ts'
import { findUsedFacts } from '../facts/find-used-facts.ts'
import { type RandomSource, createSeededRandom } from '../statistics/create-seeded-random.ts'
import { createMeasurement, type Metric } from './metric.ts'
import type { Subject } from './subject.ts'

/** Enough for a standard error under two points of a hundred, whatever the share is. */
const draws = 200

const seed = 1

/** Of the facts from before the cut that the recorded continuation uses, the share that is still in context. */
export const continuationRecall: Metric = {
  id: 'continuation-recall',
  label: 'Kept what was used next',
  group: 'continuation',
  direction: 'higher',
  unit: 'share',
  measure: (subject) => {
    const facts = findUsedFactFates(subject)
    if (facts.length === 0) return null
    const value = facts.filter(isKept).length / facts.length
    return createMeasurement(value, () => buildRecallEvidence(facts, subject))
  },
}

function buildRecallEvidence(facts: readonly UsedFactFate[], { source, result }: Subject): Evidence {
  const chance = computeSurvivalChance(
    facts.map(({ fact }) => fact),
    source.messageTokens,
    result.totalTokens,
  )
  const byClass = factClassIds.flatMap((classId) => {
    const own = facts.filter(({ fact }) => fact.classId === classId)
    return own.length === 0 ? [] : [{ classId, used: own.length, kept: own.filter(isKept).length }]
  })
  return { kind: 'continuation', facts, chance, byClass }
}

function findUsedFactFates(subject: Subject): UsedFactFate[] {
  if (subject.continuation === null) return []
  const facts = subject.facts()
  const now = subject.now()
  const places = findUsedFacts(facts, subject.continuation)
  return facts.flatMap((fact, index) => {
    const used = places[index] ?? null
    return used === null ? [] : [{ fact, now: now[index] ?? [], used }]
  })
}

function isKept({ now }: UsedFactFate): boolean {
  return now.length > 0
}

/**
 * The share of facts that messages chosen at random would state, as many tokens together as `budgetTokens`: the level
 * that a provider has to beat. Messages are drawn until the next one does not fit; that one is taken with the
 * probability that makes the mean exact. The same input gives the same share.
 */
export function computeSurvivalChance(
  facts: readonly Fact[],
  messageTokens: readonly number[],
  budgetTokens: number,
): number {
  if (facts.length === 0) return 0
  const random = createSeededRandom(seed)
  const holders = facts.map(({ places }) => places.map(({ messageIndex }) => messageIndex))
  const inOrder = Uint32Array.from(messageTokens.keys())
  const order = new Uint32Array(inOrder.length)
  let kept = 0
  for (let draw = 0; draw < draws; draw += 1) {
    order.set(inOrder)
    const chosen = drawMessages(order, messageTokens, budgetTokens, random)
    for (const messages of holders) if (messages.some((index) => chosen[index] === 1)) kept += 1
  }
  return kept / (draws * facts.length)
}

/** Draws from the messages in `order`, which is shuffled as far as they are drawn. */
function drawMessages(
  order: Uint32Array,
  messageTokens: readonly number[],
  budgetTokens: number,
  random: RandomSource,
): Uint8Array {
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
