import { describe, expect, it } from 'vitest'
import type { ListedPin, PinState, TaskPins } from '../../shared/library/pins-contract.ts'
import { describePins } from './describe-pins.ts'

const pin = (state: PinState): ListedPin => ({
  messageIndex: 1,
  partIndex: null,
  state,
  note: '',
  textSha256: '',
  createdTs: 0,
  role: 'user',
  kind: null,
  preview: '',
  tokens: 1,
})

describe('pins in a sentence', () => {
  it.each<[TaskPins, string]>([
    [{ pins: [], holding: { messages: 0, parts: 0, tokens: 0 } }, ''],
    [
      { pins: [pin('holds')], holding: { messages: 1, parts: 0, tokens: 12 } },
      '1 pinned message will stay (12 tok).',
    ],
    [
      { pins: [pin('holds'), pin('holds')], holding: { messages: 0, parts: 2, tokens: 999 } },
      '2 pinned parts will stay (999 tok).',
    ],
    [
      { pins: [pin('holds'), pin('holds'), pin('changed')], holding: { messages: 1, parts: 1, tokens: 5 } },
      '1 pinned message and 1 pinned part will stay (5 tok). 1 pin no longer fits the history.',
    ],
    [
      { pins: [pin('gone'), pin('hidden')], holding: { messages: 0, parts: 0, tokens: 0 } },
      '2 pins no longer fit the history.',
    ],
  ])('are %#', (pins, sentence) => {
    expect(describePins(pins)).toBe(sentence)
  })
})
