import { describe, expect, it } from 'vitest'
import { formatPolicyName } from './format-policy-name.ts'

const trigger = { kind: 'threshold', windowTokens: 200_000, tokens: 78_000 } as const

describe('the name of a policy', () => {
  it.each([
    ['none', 'Never condensing'],
    ['recorded', 'As recorded'],
    ['native-39', 'Native at 78k tok'],
    ['sliding-window-39', 'Sliding window at 78k tok'],
    ['native-200k-39', 'Native at 78k of 200k'],
    ['native-39-2', 'Native at 78k tok (2)'],
    ['early', 'early'],
    ['prompt-v7', 'prompt-v7'],
    ['codex-39', 'codex-39'],
  ])('of %s is %s', (id, name) => {
    expect(formatPolicyName({ id, trigger })).toBe(name)
  })

  it('is the id where the size is not known', () => {
    expect(formatPolicyName({ id: 'native-39' })).toBe('native-39')
    expect(formatPolicyName({ id: 'native-39', trigger: { ...trigger, kind: 'own', tokens: null } })).toBe(
      'native-39',
    )
  })
})
