import { describe, expect, it } from 'vitest'
import type { ListedPin, PinState } from '../../../shared/library/pins-contract.ts'
import { pinExtents } from './pin-extents.ts'

const pin = (messageIndex: number, partIndex: number | null, state: PinState = 'holds'): ListedPin => ({
  messageIndex,
  partIndex,
  state,
  note: '',
  textSha256: '',
  createdTs: 0,
  role: 'user',
  kind: null,
  preview: '',
  tokens: 1,
})

describe('how much of a message is pinned', () => {
  it.each<[string, ListedPin[], [number, string][]]>([
    ['nothing', [], []],
    ['all of it', [pin(1, null)], [[1, 'message']]],
    ['a part of it', [pin(1, 2)], [[1, 'parts']]],
    ['all of it, and a part besides', [pin(1, null), pin(1, 2)], [[1, 'message']]],
    ['what has changed since', [pin(1, null, 'changed')], [[1, 'stale']]],
    [
      'a part that holds and a message that has changed',
      [pin(1, null, 'changed'), pin(1, 2)],
      [[1, 'parts']],
    ],
    ['what is hidden or gone', [pin(1, 0, 'hidden'), pin(4, null, 'gone')], [[1, 'stale'], [4, 'stale']]], // oxfmt-ignore
  ])('is %s', (_name, pins, extents) => {
    expect([...pinExtents(pins)]).toEqual(extents)
  })
})
