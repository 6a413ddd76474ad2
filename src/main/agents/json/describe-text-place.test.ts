import { expect, it } from 'vitest'
import { describeTextPlace } from './describe-text-place.ts'

it('counts lines and columns for people and bytes for tools', () => {
  expect(describeTextPlace('[\n  "é",\n  x', 11, false)).toBe('line 3, column 3 (byte 12)')
  expect(describeTextPlace('[\n  "é",\n  x', 11, true)).toBe('line 3, column 3 (byte 15)')
  expect(describeTextPlace('x', 0, false)).toBe('line 1, column 1 (byte 0)')
  expect(describeTextPlace(`${'a'.repeat(5000)}x`, 5000, false)).toBe('line 1, column 5001 (byte 5,000)')
})
