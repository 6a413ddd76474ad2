import { describe, expect, it } from 'vitest'
import type { PresetEntry } from '../../../shared/domain/preset-entry.ts'
import { requestOf } from './run-request-of.ts'
import { unplacedIssues } from './unplaced-issues.ts'

const provider = { id: 'p' }
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
  ])('names the preset that the settings equal, one’s own with its version', (preset, presetId) => {
    expect(requestOf('t', provider, { preset, settings }, {})).toEqual({
      taskId: 't',
      providerId: 'p',
      presetId,
    })
  })

  it('sends settings of one’s own whole, and the target when there is one', () => {
    expect(requestOf('t', provider, { preset: null, settings }, { targetTokens: 5000 })).toEqual({
      taskId: 't',
      providerId: 'p',
      settings,
      targetTokens: 5000,
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
