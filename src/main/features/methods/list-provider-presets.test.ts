import { expect, it } from 'vitest'
import { truncationMethod } from '../../methods/own/truncation/truncation.ts'
import { listProviderPresets } from './list-provider-presets.ts'
import { resolveMethod } from './resolve-method.ts'

const own = {
  providerId: 'truncation',
  id: 'suppress',
  label: 'My own',
  description: '',
  isBuiltIn: false,
  versions: [{ version: 1, settings: { minTokens: 7 }, note: '', createdTs: 1 }],
}

it('a preset of one’s own stays what it is when an update brings a built-in one with its id', () => {
  const presets = listProviderPresets(truncationMethod, [own, { ...own, providerId: 'native', id: 'x' }])
  expect(presets.map(({ id, isBuiltIn }) => [id, isBuiltIn])).toEqual([
    ['default', true],
    ['balanced', true],
    ['suppress', false],
  ])
  const request = { providerId: 'truncation', presetId: 'suppress' }
  expect(resolveMethod(request, { ownPresets: [own] })).toMatchObject({
    presetId: 'suppress@1',
    method: { settings: { minTokens: 7, toolResults: { mode: 'truncate' } } },
  })
  expect(resolveMethod(request)).toMatchObject({
    presetId: 'suppress',
    method: { settings: { minTokens: 50 } },
  })
})

it('a preset whose settings no longer fit is named with its version', () => {
  const stale = { ...own, id: 'stale', versions: [{ ...own.versions[0]!, settings: { gone: true } }] }
  expect(() =>
    resolveMethod({ providerId: 'truncation', presetId: 'stale' }, { ownPresets: [stale] }),
  ).toThrow('The settings of the preset My own, version 1, do not fit Truncation')
})
