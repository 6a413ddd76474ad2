import { describe, expect, it } from 'vitest'
import { sweepLines } from './sweep-lines.ts'

// A name looks at ids and labels alone.
const known = {
  arms: [{ id: 'codex-local', label: 'Codex (local)' }],
  providers: [
    { id: 'native', label: 'Native' },
    { id: 'smart', label: 'Smart' },
  ],
  presets: [{ providerId: 'smart', id: 'balanced', label: 'Balanced' }],
  profiles: [{ value: 'fast', label: 'Haiku' }],
} as unknown as Parameters<typeof sweepLines>[1]

describe('sweeps', () => {
  it('are policies that differ in their threshold alone', () => {
    const lines = sweepLines(
      [
        { id: 'none' },
        { id: 'a', provider: 'native', threshold: 90 },
        { id: 'b', provider: 'native', window: 200_000 },
        { id: 'c', window: 128_000, provider: 'native', threshold: 50 },
        { id: 'd', provider: 'smart', preset: 'balanced', threshold: 50 },
        { id: 'e', threshold: 60, preset: 'balanced', provider: 'smart' },
      ],
      known,
    )
    expect(lines.map(({ name, points }) => ({ name, points }))).toEqual([
      {
        name: 'Native 200k',
        points: [
          { policyId: 'b', threshold: 75 },
          { policyId: 'a', threshold: 90 },
        ],
      },
      {
        name: 'Smart: Balanced 200k',
        points: [
          { policyId: 'd', threshold: 50 },
          { policyId: 'e', threshold: 60 },
        ],
      },
    ])
  })

  it('that differ in anything else are lines of their own, and named by it', () => {
    const lines = sweepLines(
      [
        { id: 'a', provider: 'native', threshold: 50 },
        { id: 'b', provider: 'native', threshold: 75 },
        { id: 'c', provider: 'native', threshold: 50, counter: 'roo-classic' },
        { id: 'd', provider: 'native', threshold: 75, counter: 'roo-classic' },
      ],
      known,
    )
    expect(lines.map(({ name }) => name)).toEqual(['Native 200k', 'Native 200k counter roo-classic'])
    expect(new Set(lines.map(({ id }) => id)).size).toBe(2)
  })

  it('of arms are named by them, and what is not known by its id', () => {
    const lines = sweepLines(
      [
        { id: 'a', arm: 'codex-local', threshold: 50 },
        { id: 'b', arm: 'codex-local', threshold: 75 },
        { id: 'c', provider: 'mine', preset: 'own', profile: 'fast', threshold: 50 },
        { id: 'd', provider: 'mine', preset: 'own', profile: 'fast', threshold: 75 },
      ],
      known,
    )
    expect(lines.map(({ name }) => name)).toEqual(['Codex (local) 200k', 'mine: own Haiku 200k'])
  })

  it('of one threshold are none', () => {
    expect(sweepLines([{ id: 'a', provider: 'native', threshold: 50 }], known)).toEqual([])
  })
})
