import { factClassIds, type Fact } from '../../../../shared/kernel/fact.ts'
import type { Message } from '../../../../shared/kernel/message.ts'
import type { Drift, DriftCycle } from '../../../../shared/replay/types.ts'
import { stopIfCancelled, type CancelSignal } from '../../../kernel/cancel-signal.ts'
import { createConversation, type Conversation } from '../../../kernel/conversation.ts'
import { findSafeCuts } from '../../../kernel/history/find-safe-cuts.ts'
import type { TokenCounter } from '../../../kernel/tokens/token-counter.ts'
import { findFacts, locateFacts } from '../../../measure/facts/find-facts.ts'
import type { Condensed, NotCondensed } from './replay-policy.ts'

export type DriftInput = {
  readonly messages: readonly Message[]
  /** Messages before each condensation, ascending; safe cuts. */
  readonly cuts: readonly number[]
  /** Null leaves the history as it is. */
  readonly condense: (conversation: Conversation) => Promise<Condensed | NotCondensed | null>
  readonly counter: TokenCounter
  readonly signal: CancelSignal
  /** Called before each cycle with the number of those that are done. */
  readonly onProgress?: (done: number, total: number) => void
}

/**
 * Condenses a history at each cut, what was condensed before included, and looks what is left of the facts that stood
 * before the first cut. Facts that later messages state again are left out: they would survive any condensation. A fact
 * that was lost once counts as lost, even if a summary comes upon its words again. Throws `Cancelled`.
 */
export async function measureDrift(input: DriftInput): Promise<Drift> {
  const { messages, cuts, condense, counter, signal, onProgress } = input
  const facts = selectFactsToFollow(input)
  const cycles: DriftCycle[] = []
  let alive: readonly boolean[] = facts.map(() => true)
  let history: readonly Message[] = []
  let done = 0
  for (const [cycle, cut] of cuts.entries()) {
    stopIfCancelled(signal)
    onProgress?.(cycle, cuts.length)
    const source = createConversation([...history, ...messages.slice(done, cut)], counter)
    const condensed = await condense(source)
    const changed = condensed?.messages ?? null
    history = changed ?? source.messages
    done = cut
    const result = changed === null ? source : createConversation(history, counter)
    const places = locateFacts(facts, result)
    alive = alive.map((wasAlive, index) => wasAlive && (places[index]?.length ?? 0) > 0)
    cycles.push({
      messages: cut,
      isCondensed: changed !== null && result.totalTokens !== source.totalTokens,
      tokensBefore: source.totalTokens,
      tokensAfter: result.totalTokens,
      costUsd: condensed === null ? 0 : condensed.costUsd,
      ...(condensed?.isCostEstimated === true ? { isCostEstimated: true } : {}),
      ...measureSurvival(facts, alive),
    })
  }
  const survivals = cycles.flatMap(({ survival, isCondensed }) => (isCondensed ? (survival ?? []) : []))
  return { facts: facts.length, cycles, halfLifeCycles: computeHalfLife(survivals, facts.length) }
}

function selectFactsToFollow({ messages, cuts, counter }: DriftInput): readonly Fact[] {
  const [firstCut = 0, lastCut = 0] = [cuts[0], cuts.at(-1)]
  const later = createConversation(messages.slice(firstCut, lastCut), counter)
  const first = findFacts(createConversation(messages.slice(0, firstCut), counter))
  const again = locateFacts(first, later)
  return first.filter((_, index) => again[index]?.length === 0)
}

function measureSurvival(
  facts: readonly Fact[],
  alive: readonly boolean[],
): Pick<DriftCycle, 'survival' | 'byClass'> {
  const computeSurvivingShare = (wanted: (fact: Fact) => boolean): number | null => {
    const own = alive.filter((_, index) => facts[index] !== undefined && wanted(facts[index]))
    return own.length === 0 ? null : own.filter(Boolean).length / own.length
  }
  const byClass = factClassIds.flatMap((id) => {
    const share = computeSurvivingShare(({ classId }) => classId === id)
    return share === null ? [] : [[id, share] as const]
  })
  return { survival: computeSurvivingShare(() => true), byClass: Object.fromEntries(byClass) }
}

/**
 * Half-life in cycles of shares that decay: with survival 2^(-n/h) after n cycles, least squares through the origin of
 * ln(share) on n give 1/h. Nothing left counts as half a fact. Null where nothing was lost, or there is nothing to fit.
 */
export function computeHalfLife(survivals: readonly number[], facts: number): number | null {
  if (survivals.length === 0 || facts === 0 || survivals.every((share) => share === 1)) return null
  let products = 0
  let squares = 0
  survivals.forEach((share, index) => {
    products += (index + 1) * Math.log(Math.max(share, 0.5 / facts))
    squares += (index + 1) ** 2
  })
  return -Math.LN2 / (products / squares)
}

/**
 * Places that share a history out evenly, so many that it is condensed at each: numbers of messages before them,
 * ascending, the last one the whole history. Each is moved to the nearest place where an agent would ask its model and
 * no call waits for its result. Fewer where the history has no more such places.
 */
export function chooseDriftCuts(messages: readonly Message[], cycles: number): readonly number[] {
  const places = findSafeCuts(messages).filter(
    (cut) => cut > 0 && (cut === messages.length || messages[cut]?.role === 'assistant'),
  )
  const cuts: number[] = []
  let free = places
  for (let cycle = 1; cycle <= cycles; cycle += 1) {
    // As many places as cycles come after this one have to stay.
    const choice = free.slice(0, Math.max(1, free.length - (cycles - cycle)))
    const wanted = (messages.length * cycle) / cycles
    const cut = findNearestPlace(choice, wanted)
    if (cut === undefined) break
    cuts.push(cut)
    free = free.filter((place) => place > cut)
  }
  return cuts
}

/** The earlier one of two that are equally near. */
function findNearestPlace(places: readonly number[], wanted: number): number | undefined {
  return places.reduce<number | undefined>(
    (best, place) =>
      best === undefined || Math.abs(place - wanted) < Math.abs(best - wanted) ? place : best,
    undefined,
  )
}
