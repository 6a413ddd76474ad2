import { expect, it } from 'vitest'
import type { KeptReplay } from '../../../shared/replay/kept-replay-contract.ts'
import { describeKeptReplay } from './describe-kept-replay.ts'

const kept: KeptReplay = { replayId: 'r', playedTs: 0, version: '0.1.0', changes: ['task'] }
const changed = 'The task has changed since this was played.'

it.each([
  ['read', `${changed} Play again for current figures.`],
  ['found', `${changed} Play again for current figures.`],
  ['failed', `${changed} Its files cannot be read as they are now: playing again uses what was last read.`],
  ['gone', `${changed} Its files are gone: playing again uses what was last read.`],
  [undefined, changed],
] as const)('advises what can be done of a task that is %s', (state, text) => {
  expect(describeKeptReplay(kept, state)).toBe(text)
})
