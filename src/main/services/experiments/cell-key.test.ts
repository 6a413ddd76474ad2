import { describe, expect, it } from 'vitest'
import { experimentOf } from '../../evaluation/testing/experiment-of.ts'
import type { PlannedVariant } from '../../../shared/domain/experiment.ts'
import { cellsOf } from '../../experiments/matrix.ts'
import { cellKey } from './cell-key.ts'
import { metricsOfFile } from './experiment-metrics.ts'

const { plan } = experimentOf({ metrics: [], values: { a: { x: [1, 1] } } })
const models = new Map([['local', 'a model']])

function keyOf(
  more: Partial<PlannedVariant> = {},
  { at = 0, repeat = 1, identities = models, version = '1' } = {},
): string {
  const [cell, other] = cellsOf(plan)
  const chosen = at === 0 ? cell : other
  if (chosen === undefined) throw new Error('The plan has too few cells.')
  return cellKey({ ...chosen, repeat, variant: { ...chosen.variant, ...more } }, plan, identities, version)
}

const asking: Partial<PlannedVariant> = { model: { profileId: 'local', label: 'Local', isRemote: true } }

describe('the key of a cell', () => {
  it.each<[string, Partial<PlannedVariant>]>([
    ['the name of the variant', { id: 'b', label: 'Other' }],
    ['where its settings came from', { presetId: 'balanced', prompt: { file: 'v6.md' } }],
  ])('does not depend on %s', (_name, more) => {
    expect(keyOf(more)).toBe(keyOf())
  })

  it('does not depend on the order of settings', () => {
    const one = keyOf({ settings: { a: 1, b: { c: [1], d: 2 } } })
    expect(keyOf({ settings: { b: { d: 2, c: [1] }, a: 1 } })).toBe(one)
  })

  it.each<[string, string]>([
    ['settings', keyOf({ settings: { a: 2 } })],
    ['the order of a list of settings', keyOf({ settings: { a: [2, 1] } })],
    ['the provider', keyOf({ providerId: 'native' })],
    ['its version', keyOf({ providerVersion: '2' })],
    ['the target', keyOf({ targetTokens: 5 })],
    ['pins', keyOf({ pinConstraints: true })],
    ['the checkpoint', keyOf({}, { at: 1 })],
    ['the repeat', keyOf({}, { repeat: 2 })],
    ['the version of Dewpoint', keyOf({}, { version: '2' })],
  ])('depends on %s', (_name, key) => {
    expect(key).not.toBe(keyOf())
    expect(key).not.toBe(keyOf({ settings: { a: [1, 2] } }))
  })

  it('depends on the metric that decides only where that has controls for it alone', () => {
    const keyWith = (primary: string | undefined): string => {
      const metrics = metricsOfFile({ metrics: ['state', 'continuation'], primary })
      const [cell] = cellsOf(plan)
      if (cell === undefined) throw new Error('The plan has no cell.')
      return cellKey(cell, { ...plan, metrics }, models, '1')
    }
    expect(keyWith('contradictions')).toBe(keyWith(undefined))
    expect(keyWith('continuation-recall')).not.toBe(keyWith(undefined))
  })

  it('depends on what the model is, and not on what its profile is called', () => {
    const other = new Map([['local', 'another model']])
    expect(keyOf(asking)).not.toBe(keyOf(asking, { identities: other }))
    expect(keyOf({}, { identities: other })).toBe(keyOf())
  })
})
