import { expect, it } from 'vitest'
import type { ControlResult } from '../control.ts'
import { describeKnowledge } from './state-words.ts'

const beaten: ControlResult = { id: 'names', mean: 0, lead: 1, tasks: 8, p: 0.01, isBeaten: true }

it.each<[string, boolean, readonly ControlResult[]]>([
  ['holds knowledge', false, [beaten]],
  ['beats every trick, but so would a copy', true, [beaten]],
  [
    'not shown to beat states guessed by kind',
    false,
    [beaten, { ...beaten, id: 'guessed', isBeaten: false }],
  ],
  ['', false, []],
])('“%s” is said of a floor: %s', (text, isFloor, controls) => {
  expect(describeKnowledge(controls, { isFloor })).toBe(text)
})
