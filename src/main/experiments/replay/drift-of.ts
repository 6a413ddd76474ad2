import { factClassIds, type Fact } from '../../../shared/domain/fact.ts'
import type { Message } from '../../../shared/domain/message.ts'
import type { Drift, DriftCycle } from '../../../shared/domain/replay.ts'
import { stopIfCancelled, type CancelSignal } from '../../engine/cancel-signal.ts'
import { createConversation, type Conversation } from '../../engine/conversation.ts'
import type { TokenCounter } from '../../engine/tokens/token-counter.ts'
import { findFacts } from '../../evaluation/facts/find-facts.ts'
import { locateFacts } from '../../evaluation/facts/locate-facts.ts'
import { halfLife } from './half-life.ts'
import type { Condensed } from './replay-policy.ts'

export type DriftInput = {
  readonly messages: readonly Message[]
  /** Messages before each condensation, ascending; safe cuts. */
  readonly cuts: readonly number[]
  /** Null leaves the history as it is. */
  readonly condense: (conversation: Conversation) => Promise<Condensed | null>
  readonly counter: TokenCounter
  readonly signal: CancelSignal
}

/**
 * Condenses a history at each cut, what was condensed before included, and looks what is left of the facts that stood
 * before the first cut. Facts that later messages state again are left out: they would survive any condensation.
 * Throws `Cancelled`.
 */
export async function driftOf({ messages, cuts, condense, counter, signal }: DriftInput): Promise<Drift> {
  const [firstCut = 0, lastCut = 0] = [cuts[0], cuts.at(-1)]
  const later = createConversation(messages.slice(firstCut, lastCut), counter)
  const first = findFacts(createConversation(messages.slice(0, firstCut), counter))
  const again = locateFacts(first, later)
  const facts = first.filter((_, index) => again[index]?.length === 0)
  const cycles: DriftCycle[] = []
  let history: readonly Message[] = []
  let done = 0
  for (const cut of cuts) {
    stopIfCancelled(signal)
    const source = createConversation([...history, ...messages.slice(done, cut)], counter)
    const condensed = await condense(source)
    history = condensed?.messages ?? source.messages
    done = cut
    const result = createConversation(history, counter)
    cycles.push({
      messages: cut,
      tokensBefore: source.totalTokens,
      tokensAfter: result.totalTokens,
      costUsd: condensed?.costUsd ?? 0,
      ...survivalOf(facts, result),
    })
  }
  const survivals = cycles.flatMap(({ survival }) => survival ?? [])
  return { facts: facts.length, cycles, halfLifeCycles: halfLife(survivals, facts.length) }
}

function survivalOf(facts: readonly Fact[], result: Conversation): Pick<DriftCycle, 'survival' | 'byClass'> {
  const places = locateFacts(facts, result)
  const isKept = facts.map((_, index) => (places[index]?.length ?? 0) > 0)
  const shareOf = (wanted: (fact: Fact) => boolean): number | null => {
    const own = isKept.filter((_, index) => facts[index] !== undefined && wanted(facts[index]))
    return own.length === 0 ? null : own.filter(Boolean).length / own.length
  }
  const byClass = factClassIds.flatMap((id) => {
    const share = shareOf(({ classId }) => classId === id)
    return share === null ? [] : [[id, share] as const]
  })
  return { survival: shareOf(() => true), byClass: Object.fromEntries(byClass) }
}
