import { expect, it } from 'vitest'
import { formatBillChange } from './answers-words.ts'

it.each([
  [null, '–'],
  [0.0024, '+$0.0024'],
  [-0.31, '−$0.3100'],
  [0, '$0'],
  [0.000_01, '<$0.0001'],
])('a bill that changes by %j reads %s', (changeUsd, text) => expect(formatBillChange(changeUsd)).toBe(text))
