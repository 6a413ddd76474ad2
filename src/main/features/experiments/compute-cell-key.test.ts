import { describe, expect, it } from 'vitest'
import type { PlannedVariant } from '../../../shared/experiments/experiment-types.ts'
import { createTestExperiment } from '../../measure/testing/create-test-experiment.ts'
import { computeCellKey } from './compute-cell-key.ts'
import { planCells } from './compute/matrix.ts'
import { selectFileMetrics } from './experiment-metrics.ts'

const { plan } = createTestExperiment({ metrics: [], values: { a: { x: [1, 1] } } })
const models = new Map([['local', 'a model']])

function computeTestKey(
  more: Partial<PlannedVariant> = {},
  { at = 0, repeat = 1, identities = models, version = '1' } = {},
): string {
  const [cell, other] = planCells(plan)
  const chosen = at === 0 ? cell : other
  if (chosen === undefined) throw new Error('The plan has too few cells.')
  return computeCellKey(
    { ...chosen, repeat, variant: { ...chosen.variant, ...more } },
    plan,
    identities,
    version,
  )
}

const asking: Partial<PlannedVariant> = { model: { profileId: 'local', label: 'Local', isRemote: true } }

describe('the key of a cell', () => {
  it.each<[string, Partial<PlannedVariant>]>([
    ['the name of the variant', { id: 'b', label: 'Other' }],
    ['where its settings came from', { presetId: 'balanced', prompt: { file: 'v6.md' } }],
  ])('does not depend on %s', (_name, more) => {
    expect(computeTestKey(more)).toBe(computeTestKey())
  })

  it('does not depend on the order of settings', () => {
    const one = computeTestKey({ settings: { a: 1, b: { c: [1], d: 2 } } })
    expect(computeTestKey({ settings: { b: { d: 2, c: [1] }, a: 1 } })).toBe(one)
  })

  it.each<[string, string]>([
    ['settings', computeTestKey({ settings: { a: 2 } })],
    ['the order of a list of settings', computeTestKey({ settings: { a: [2, 1] } })],
    ['the provider', computeTestKey({ providerId: 'native' })],
    ['its version', computeTestKey({ providerVersion: '2' })],
    ['the target', computeTestKey({ targetTokens: 5 })],
    ['pins', computeTestKey({ pinConstraints: true })],
    ['the checkpoint', computeTestKey({}, { at: 1 })],
    ['the repeat', computeTestKey({}, { repeat: 2 })],
    ['the version of Dewpoint', computeTestKey({}, { version: '2' })],
  ])('depends on %s', (_name, key) => {
    expect(key).not.toBe(computeTestKey())
    expect(key).not.toBe(computeTestKey({ settings: { a: [1, 2] } }))
  })

  it('depends on the metric that decides only where that has controls for it alone', () => {
    const keyWith = (primary: string | undefined): string => {
      const metrics = selectFileMetrics({ metrics: ['state', 'continuation'], primary })
      const [cell] = planCells(plan)
      if (cell === undefined) throw new Error('The plan has no cell.')
      return computeCellKey(cell, { ...plan, metrics }, models, '1')
    }
    expect(keyWith('links')).toBe(keyWith(undefined))
    expect(keyWith('continuation-recall')).not.toBe(keyWith(undefined))
  })

  it('depends on what the model is, and not on what its profile is called', () => {
    const other = new Map([['local', 'another model']])
    expect(computeTestKey(asking)).not.toBe(computeTestKey(asking, { identities: other }))
    expect(computeTestKey({}, { identities: other })).toBe(computeTestKey())
  })
})
