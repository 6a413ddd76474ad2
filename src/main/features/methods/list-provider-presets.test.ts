import { expect, it } from 'vitest'
import { truncationMethod } from '../../methods/own/truncation/truncation.ts'
import { listProviderPresets } from './list-provider-presets.ts'
import { resolveSettings } from './resolve-settings.ts'

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
  expect(resolveSettings(request, [own])).toMatchObject({
    presetId: 'suppress@1',
    settings: { minTokens: 7, toolResults: { mode: 'truncate' } },
  })
  expect(resolveSettings(request)).toMatchObject({ presetId: 'suppress', settings: { minTokens: 50 } })
})

it('a preset whose settings no longer fit is named with its version', () => {
  const stale = { ...own, id: 'stale', versions: [{ ...own.versions[0]!, settings: { gone: true } }] }
  expect(() => resolveSettings({ providerId: 'truncation', presetId: 'stale' }, [stale])).toThrow(
    'The settings of the preset My own, version 1, do not fit Truncation',
  )
})
