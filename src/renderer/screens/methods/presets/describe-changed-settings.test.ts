import { expect, it } from 'vitest'
import type { Settings } from '../../../../shared/methods/provider-types.ts'
import { describeChangedSettings } from './describe-changed-settings.ts'

it.each<[Settings, Settings, readonly string[]]>([
  [{ a: 1 }, { a: 1 }, []],
  [{ a: { b: 5, c: 'x' } }, { a: { c: 'x', b: 10 } }, ['a.b: 5 → 10']],
  [{ a: null, b: true }, { a: 2, b: false }, ['a: null → 2', 'b: true → false']],
  [{}, { a: [1] }, ['a: nothing → [1]']],
  [{ a: [1, { b: 2 }] }, { a: [1, { b: 3 }, 4] }, ['a.1.b: 2 → 3', 'a.2: nothing → 4']],
  [{ a: [] }, { a: {} }, []],
  [{ a: 'x'.repeat(50) }, { a: 1 }, ['a: "xxxxxxxxxxxxxxxxxxxxxx… → 1']],
])('%j → %j', (before, after, changes) => {
  expect(describeChangedSettings(before, after)).toEqual(changes)
})
