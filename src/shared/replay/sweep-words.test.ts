import { expect, it } from 'vitest'
import type { SweepResult } from './sweep-types.ts'
import { idleAnswer, withArmNames } from './sweep-words.ts'

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

const row = { leastTokens: null, condensations: 0, condensedTasks: 0, leftOpenUsd: 0 }
const bySize = { ...row, kind: 'size', costUsd: 12.5 } as const
const idle = { ...row, kind: 'idle', leastTokens: 200_000, costUsd: 12.5 } as const
const triggers = { arm: 'claude-code', tasks: 40, idleMinutes: null }

it.each([
  [
    'the largest size at which a session was idle',
    [
      bySize,
      idle,
      {
        ...idle,
        leastTokens: 100_000,
        costUsd: 10.25,
        condensations: 3,
        condensedTasks: 2,
        leftOpenUsd: 0.5,
      },
      { ...idle, leastTokens: 50_000, costUsd: 9, condensations: 9, condensedTasks: 5 },
    ],
    'On your 40 tasks idle condensation from 100,000 tokens on would have cost $10.25 instead of $12.50 (3 condensations in 2 tasks), and $0.5000 more if every session stays open at its end.',
  ],
  [
    'that none was',
    [bySize, idle],
    'None of your 40 tasks was left idle for long with 200,000 tokens or more.',
  ],
])('says of idle sessions %s', (_name, rows, expected) => {
  expect(idleAnswer({ triggers: { ...triggers, rows } })).toBe(expected)
})

it('says nothing of idle sessions where nobody tried', () => {
  expect(idleAnswer({})).toBe('')
})
