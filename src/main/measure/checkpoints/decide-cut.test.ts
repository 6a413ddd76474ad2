import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { findSafeCuts } from '../../kernel/history/find-safe-cuts.ts'
import { damagedHistory, validHistory } from '../../kernel/testing/arbitrary-history.ts'
import { read, task } from '../../kernel/testing/small-histories.ts'
import {
  type Checkpoint,
  buildCheckpoint,
  decideCut,
  findRecordedCuts,
  type CutDecision,
  type CutPlace,
} from './decide-cut.ts'

const talk = (count: number): Message[] =>
  Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `message ${index}`,
  }))
/** Both sides of a cut; fails where there is none. */
function parted(messages: readonly Message[], cut: CutDecision | null): Checkpoint {
  expect(cut).not.toBeNull()
  return buildCheckpoint(messages, cut?.index ?? -1)
}

const recordedPlace: CutPlace = { at: 'recorded' }
const summary: Message = { role: 'assistant', content: 'In short.', isSummary: true, condenseId: 'c' }
const hide = (messages: readonly Message[]): Message[] =>
  messages.map((message) => ({ ...message, condenseParent: 'c' }))

describe('a cut', () => {
  it.each<[string, CutPlace, number, string]>([
    ['at half', { at: 'share', share: 0.5 }, 5, 'share'],
    ['at an index', { at: 'index', index: 3 }, 3, 'index'],
    ['where the trigger would fire', { at: 'trigger', triggerIndex: 8 }, 8, 'trigger'],
    ['that would leave nothing after it is moved back', { at: 'share', share: 1 }, 9, 'share'],
    ['that would leave nothing before it is moved on', { at: 'index', index: 0 }, 1, 'index'],
  ])('%s', (_name, where, index, reason) => {
    const messages = talk(10)
    const checkpoint = decideCut(messages, where)
    expect(checkpoint).toMatchObject({ index, reason })
    const { source, continuation } = parted(messages, checkpoint)
    expect([...source.messages, ...continuation]).toEqual(messages)
  })

  it('never parts a call from its result', () => {
    const messages = [task, ...read('1', 'a.ts', 'x'), ...read('2', 'b.ts', 'x')]
    expect(decideCut(messages, { at: 'index', index: 2 })?.index).toBe(1)
    expect(decideCut(messages, { at: 'index', index: 4 })?.index).toBe(3)
  })

  it('is where the task condensed, whose summary nobody is shown', () => {
    const messages = [...hide(talk(6)), summary, ...talk(4)]
    const checkpoint = decideCut(messages, recordedPlace)
    expect(checkpoint).toMatchObject({ index: 6, reason: 'recorded' })
    const { source, continuation, recorded } = parted(messages, checkpoint)
    expect(source.messages).toEqual(hide(talk(6)))
    expect(continuation).toEqual(talk(4))
    expect(recorded).toEqual([summary])
    expect(decideCut(messages, { at: 'index', index: 6 })).toEqual(checkpoint)
    expect(parted(messages, decideCut(messages, { at: 'index', index: 8 })).recorded).toBeNull()
  })

  it('is at each of several condensations, of which one that left nothing before it or after it is none', () => {
    const again: Message = { ...summary, condenseId: 'd' }
    const first = [...hide(talk(6)), { ...summary, condenseParent: 'd' }]
    const second = talk(4).map((message) => ({ ...message, condenseParent: 'd' }))
    expect(findRecordedCuts([...first, ...second, again, ...talk(2)]).map(({ index }) => index)).toEqual([
      6, 11,
    ])
    expect(findRecordedCuts([...first, ...second, again]).map(({ index }) => index)).toEqual([6])
    expect(findRecordedCuts([...hide(talk(1)), summary, ...talk(2)])).toEqual([])
  })

  it('gives back the messages that the recorded condensation hid', () => {
    const hidden = hide(talk(6))
    const fresh: Message = { role: 'user', content: 'In short.', isSummary: true, condenseId: 'c' }
    const messages = [...hidden, fresh, ...talk(4)]
    expect(parted(messages, decideCut(messages, recordedPlace)).source.messages).toHaveLength(6)
  })

  it('keeps what Cline had deleted hidden, where that lies before the cut', () => {
    const hiddenRange = { start: 2, end: 4 }
    expect(buildCheckpoint(talk(10), 7, hiddenRange).source.fileIndices).toEqual([0, 1, 5, 6])
    expect(buildCheckpoint(talk(10), 4, hiddenRange).source.fileIndices).toEqual([0, 1, 2, 3])
  })

  it('is nowhere where a trigger that never fires was asked for', () => {
    expect(decideCut(talk(10), { at: 'trigger', triggerIndex: null })).toBeNull()
    expect(decideCut(talk(10), { at: 'trigger', triggerIndex: 4 })).toEqual({ index: 4, reason: 'trigger' })
  })

  it('is elsewhere where an agent of old deleted what it summarised', () => {
    const messages = [...talk(1), summary, ...talk(8)]
    expect(decideCut(messages, recordedPlace)).toBeNull()
  })

  it.each([[[]], [talk(1)]])('is none where there is nothing to part', (messages) => {
    expect(decideCut(messages, { at: 'share', share: 0.5 })).toBeNull()
  })

  it('is safe in any history, with something on both sides', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(fc.oneof(validHistory(), damagedHistory()), share, (messages, at) => {
        const checkpoint = decideCut(messages, { at: 'share', share: at })
        if (checkpoint === null) return
        expect(findSafeCuts(messages)).toContain(checkpoint.index)
        expect(checkpoint.index).toBeGreaterThan(0)
        expect(checkpoint.index).toBeLessThan(messages.length)
      }),
    )
  })
})
