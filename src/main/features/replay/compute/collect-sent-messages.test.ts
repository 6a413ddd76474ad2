import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../../../shared/kernel/message.ts'
import { selectMessagesByRange, type MessageRange } from '../../../record/recorded-run.ts'
import { isContinuation, listSentMessages, collectSentMessages } from './collect-sent-messages.ts'

const messages = Array.from({ length: 20 }, (_, index): Message => ({ role: 'user', content: `${index}` }))

/** Ranges from the places of their ends, ascending. */
function makeRanges(ends: readonly number[]): readonly MessageRange[] {
  const places = [...new Set(ends)].toSorted((a, b) => a - b)
  return places.flatMap((from, at) => {
    const to = places[at + 1]
    return at % 2 === 1 || to === undefined ? [] : [{ from, to }]
  })
}

describe('what requests sent', () => {
  it('is one list for those that only add to one another', () => {
    const sent = collectSentMessages({ messages }, [
      [],
      [{ from: 0, to: 3 }],
      [{ from: 0, to: 5 }],
      [
        { from: 0, to: 2 },
        { from: 6, to: 7 },
      ],
      [
        { from: 0, to: 2 },
        { from: 6, to: 9 },
      ],
    ])
    expect(sent.map(({ list, count }) => [list.length, count])).toEqual([
      [5, 0],
      [5, 3],
      [5, 5],
      [5, 3],
      [5, 5],
    ])
    const follows = sent.map((own, at) => at > 0 && isContinuation(sent[at - 1] ?? own, own))
    expect(follows).toEqual([false, true, true, false, true])
  })

  it('is what the record says, whatever came before and after it', () => {
    const history = fc.array(fc.nat(20), { maxLength: 6 }).map(makeRanges)
    fc.assert(
      fc.property(fc.array(history), (histories) => {
        const sent = collectSentMessages({ messages }, histories)
        expect(sent.map(listSentMessages)).toEqual(
          histories.map((ranges) => selectMessagesByRange({ messages }, ranges)),
        )
      }),
    )
  })
})
