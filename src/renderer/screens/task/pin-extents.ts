import type { ListedPin } from '../../../shared/library/pins-contract.ts'
import type { PinExtent } from '../../ui/components/marks/pin-mark.tsx'

/** How much of each message is pinned, by its index in the file. Messages without a pin are not in it. */
export function pinExtents(pins: readonly ListedPin[]): ReadonlyMap<number, PinExtent> {
  const byMessage = Map.groupBy(pins, ({ messageIndex }) => messageIndex)
  return new Map(
    [...byMessage].map(([messageIndex, own]): [number, PinExtent] => {
      const holding = own.filter(({ state }) => state === 'holds')
      if (holding.length === 0) return [messageIndex, 'stale']
      return [messageIndex, holding.some(({ partIndex }) => partIndex === null) ? 'message' : 'parts']
    }),
  )
}
