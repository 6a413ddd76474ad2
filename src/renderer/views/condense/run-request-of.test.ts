import { describe, expect, it } from 'vitest'
import type { ProviderInfo } from '../../../shared/domain/provider.ts'
import { presetOf, requestOf, settingsOfPreset } from './run-request-of.ts'
import { unplacedIssues } from './unplaced-issues.ts'

const provider: ProviderInfo = {
  id: 'p',
  label: 'P',
  description: '',
  version: '1',
  capabilities: {
    lossless: true,
    lossy: false,
    usesModel: false,
    parallel: false,
    multiPass: false,
    fallback: false,
    speed: 'fast',
  },
  settingsJsonSchema: {},
  defaults: { keep: 'latest', superseded: { reads: true, writes: true } },
  presets: [
    { id: 'full', label: 'Full', description: '', settings: {} },
    {
      id: 'strict',
      label: 'Strict',
      description: '',
      settings: { superseded: { reads: false, writes: false } },
    },
  ],
}

describe('what a run is started with', () => {
  it('names the preset that the settings equal', () => {
    expect(
      requestOf('t', provider, { superseded: { writes: false, reads: false }, keep: 'latest' }, {}),
    ).toEqual({
      taskId: 't',
      providerId: 'p',
      presetId: 'strict',
    })
    expect(presetOf(provider, provider.defaults)?.id).toBe('full')
  })

  it('sends settings of one’s own whole, and the target when there is one', () => {
    const settings = { keep: 'first', superseded: { reads: true, writes: false } }
    expect(requestOf('t', provider, settings, { targetTokens: 5000 })).toEqual({
      taskId: 't',
      providerId: 'p',
      settings,
      targetTokens: 5000,
    })
  })

  it('completes a preset with the defaults', () => {
    const [, strict] = provider.presets
    expect(strict && settingsOfPreset(provider, strict)).toEqual({
      keep: 'latest',
      superseded: { reads: false, writes: false },
    })
  })
})

describe('issues without a place in the form', () => {
  it('keeps those that no widget shows', () => {
    const base = { label: '', description: '', nullable: false }
    const issues = [
      { path: ['a'], message: 'shown at the field' },
      { path: ['b'], message: 'unknown key' },
      { path: [], message: 'not an object' },
    ]
    expect(unplacedIssues([{ ...base, kind: 'switch', path: ['a'] }], issues)).toEqual([
      'b: unknown key',
      'not an object',
    ])
  })
})
