import type { Message } from '../../../shared/kernel/message.ts'
import { sum } from '../../../shared/kernel/numbers.ts'
import type { SentContext } from './size-history.ts'

/** A context that lost so much of what it had was condensed. */
const condensedShare = 0.5

/**
 * How often the context had been condensed before each request, by its index. What agents put back behind a summary is
 * in no file, so the calibration begins a new segment there.
 */
export function countCondensationsBefore(
  contexts: readonly Pick<SentContext, 'request' | 'added' | 'gone'>[],
  countOf: (message: Message) => number,
): ReadonlyMap<number, number> {
  let [held, condensed] = [0, 0]
  return new Map(
    contexts.map(({ request, added, gone }) => {
      const lost = sum(gone.map(countOf))
      if (lost > 0 && lost >= condensedShare * held) condensed += 1
      held += sum(added.map(countOf)) - lost
      return [request, condensed]
    }),
  )
}
