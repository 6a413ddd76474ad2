import type { Message } from '../../shared/domain/message.ts'
import { safeCuts } from '../engine/history/safe-cuts.ts'

/**
 * Places that share a history out evenly, so many that it is condensed at each: numbers of messages before them,
 * ascending, the last one the whole history. Each is moved to the nearest place where an agent would ask its model and
 * no call waits for its result. Fewer where the history has no more such places.
 */
export function driftCuts(messages: readonly Message[], cycles: number): readonly number[] {
  const places = safeCuts(messages).filter(
    (cut) => cut > 0 && (cut === messages.length || messages[cut]?.role === 'assistant'),
  )
  const cuts: number[] = []
  let free = places
  for (let cycle = 1; cycle <= cycles; cycle += 1) {
    // As many places as cycles come after this one have to stay.
    const choice = free.slice(0, Math.max(1, free.length - (cycles - cycle)))
    const wanted = (messages.length * cycle) / cycles
    const cut = nearest(choice, wanted)
    if (cut === undefined) break
    cuts.push(cut)
    free = free.filter((place) => place > cut)
  }
  return cuts
}

/** The earlier one of two that are equally near. */
function nearest(places: readonly number[], wanted: number): number | undefined {
  return places.reduce<number | undefined>(
    (best, place) =>
      best === undefined || Math.abs(place - wanted) < Math.abs(best - wanted) ? place : best,
    undefined,
  )
}
