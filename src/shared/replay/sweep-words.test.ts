import { expect, it } from 'vitest'
import type { SweepResult } from './sweep-types.ts'
import { withArmNames } from './sweep-words.ts'

const labels: Readonly<Record<string, string>> = { 'roo-current': 'Native: Current', lossless: 'Lossless' }
const setting = {
  arm: 'roo-current',
  costUsd: 2,
  alike: [{ arm: 'lossless' }],
  cheaperButWorse: { arm: 'lossless', costUsd: 1 },
}
// What names have to do with.
const result = {
  recommended: setting,
  windows: [setting, { ...setting, cheaperButWorse: null }],
  sweep: [{ arm: 'lossless' }, { arm: 'of-mine' }],
} as unknown as SweepResult

it('names methods as people know them, and those without a name by their ids', () => {
  const named = withArmNames(result, (armId) => labels[armId] ?? armId)
  expect(named.recommended).toMatchObject({
    arm: 'Native: Current',
    alike: [{ arm: 'Lossless' }],
    cheaperButWorse: { arm: 'Lossless' },
  })
  expect(named.windows.map(({ arm }) => arm)).toEqual(['Native: Current', 'Native: Current'])
  expect(named.sweep.map(({ arm }) => arm)).toEqual(['Lossless', 'of-mine'])
})

it('leaves a sweep without a known cost as it is', () => {
  const none = { ...result, recommended: null, windows: [], sweep: [] }
  expect(withArmNames(none, (armId) => armId)).toEqual(none)
})
