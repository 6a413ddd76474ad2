import { describe, expect, it } from 'vitest'
import type { PresetEntry } from '../../../../shared/methods/preset-entry-types.ts'
import type { ProviderInfo } from '../../../../shared/methods/provider-types.ts'
import {
  findOptionIssues,
  buildRequestOptions,
  plainRunOptions,
  buildRunRequest,
  type RunOptions,
} from './run-options.ts'

const buildProvider = (id: string, usesModel: boolean): ProviderInfo => ({
  id,
  label: id,
  description: '',
  version: '1',
  kind: 'provider',
  capabilities: {
    lossless: false,
    lossy: true,
    usesModel,
    parallel: false,
    multiPass: false,
    fallback: false,
    speed: 'fast',
  },
  settingsJsonSchema: { properties: usesModel ? { customPrompt: {} } : {} },
  defaults: {},
  presets: [],
})

const cut = buildProvider('cut', false)
const ask = buildProvider('ask', true)
const full: RunOptions = {
  targetTokens: 9000,
  profileId: 'sonnet',
  promptId: 'mine',
  promptVersion: 2,
  maxCostUsd: 0.5,
  minimumGainPercent: 30,
  fallback: [],
  ignoreCache: true,
}

describe('the options of a run', () => {
  it('says nothing where everything is left as it is', () => {
    expect(buildRequestOptions(ask, [cut, ask], plainRunOptions)).toEqual({})
  })

  it.each<[string, ProviderInfo, Partial<RunOptions>, object]>([
    [
      'everything to a provider that asks a model',
      ask,
      {},
      {
        targetTokens: 9000,
        profileId: 'sonnet',
        prompt: { promptId: 'mine', version: 2 },
        maxCostUsd: 0.5,
        ignoreCache: true,
        minimumGainPercent: 30,
      },
    ],
    ['nothing of models to one that asks none', cut, {}, { targetTokens: 9000, minimumGainPercent: 30 }],
    [
      'the model where a fallback asks one, but not the prompt',
      cut,
      { fallback: ['ask'], ignoreCache: false, maxCostUsd: null },
      {
        targetTokens: 9000,
        profileId: 'sonnet',
        fallback: [{ providerId: 'ask' }],
        minimumGainPercent: 30,
      },
    ],
    [
      'the newest version where none is named',
      ask,
      {
        promptVersion: null,
        ignoreCache: false,
        maxCostUsd: null,
        minimumGainPercent: null,
        targetTokens: null,
      },
      { profileId: 'sonnet', prompt: { promptId: 'mine' } },
    ],
    [
      'no limit of money for the model that costs nothing',
      ask,
      { profileId: 'extractive', promptId: null },
      { targetTokens: 9000, profileId: 'extractive', minimumGainPercent: 30 },
    ],
  ])('sends %s', (_what, provider, change, request) => {
    expect(buildRequestOptions(provider, [cut, ask], { ...full, ...change })).toEqual(request)
  })

  it('keeps the order of a chain', () => {
    const { fallback } = buildRequestOptions(ask, [cut, ask], { ...full, fallback: ['lossless', 'cut'] })
    expect(fallback?.map(({ providerId }) => providerId)).toEqual(['lossless', 'cut'])
  })

  it('says what does not fit', () => {
    expect(findOptionIssues(full)).toEqual({})
    expect(findOptionIssues({ ...full, maxCostUsd: -1, minimumGainPercent: 101 })).toEqual({
      maxCostUsd: 'At least 0.',
      minimumGainPercent: '0 to 100.',
    })
  })
})

const settings = { keep: 'first', superseded: { reads: true, writes: false } }
const version = { settings, note: '', createdTs: 0 }
const builtIn: PresetEntry = {
  providerId: 'p',
  id: 'strict',
  label: 'Strict',
  description: '',
  isBuiltIn: true,
  versions: [{ ...version, version: 1 }],
}
const own: PresetEntry = {
  ...builtIn,
  id: 'mine',
  isBuiltIn: false,
  versions: [
    { ...version, version: 1 },
    { ...version, version: 2 },
  ],
}

describe('what a run is started with', () => {
  it.each([
    [builtIn, 'strict'],
    [own, 'mine@2'],
  ])('names the preset that the settings equal, with the version of a user’s own', (preset, presetId) => {
    expect(buildRunRequest('t', { id: 'p' }, { preset, settings }, {})).toEqual({
      taskId: 't',
      providerId: 'p',
      presetId,
    })
  })

  it('sends custom settings whole, and the target when there is one', () => {
    expect(buildRunRequest('t', { id: 'p' }, { preset: null, settings }, { targetTokens: 5000 })).toEqual({
      taskId: 't',
      providerId: 'p',
      settings,
      targetTokens: 5000,
    })
  })
})
