import { describe, expect, it } from 'vitest'
import type { RunSummary } from '../../../../shared/condense/run-types.ts'
import type { PresetEntry } from '../../../../shared/methods/preset-entry-types.ts'
import { buildSameRequest } from './build-same-request.ts'

const run: RunSummary = {
  id: 'r',
  taskId: 't',
  taskTitle: 'Task',
  providerId: 'truncation',
  presetId: null,
  settings: { minTokens: 5 },
  targetTokens: null,
  model: null,
  prompt: null,
  isAutomatic: false,
  status: 'cancelled',
  startedTs: 100,
  finishedTs: 200,
  outcome: null,
}
const version = (number: number, createdTs: number) => ({
  version: number,
  settings: {},
  note: '',
  createdTs,
})
const mine: PresetEntry = {
  providerId: 'truncation',
  id: 'mine',
  label: 'Mine',
  description: '',
  isBuiltIn: false,
  versions: [version(1, 50), version(2, 150)],
}
const builtIn: PresetEntry = { ...mine, id: 'suppress', isBuiltIn: true, versions: [version(1, 0)] }

describe('the request of a run', () => {
  it('has its settings, target, model and prompt', () => {
    const model = { profileId: 'work', label: 'Work' }
    const prompt = { promptId: 'p', version: 2 }
    expect(buildSameRequest({ ...run, targetTokens: 9, model, prompt }, [])).toEqual({
      taskId: 't',
      providerId: 'truncation',
      settings: { minTokens: 5 },
      targetTokens: 9,
      profileId: 'work',
      prompt,
    })
  })

  it.each([
    ['is built in', 'suppress', [builtIn, mine], 'suppress'],
    ['is the user’s own', 'mine@1', [builtIn, mine], 'mine@1'],
    ['is gone', 'mine@1', [builtIn], undefined],
    ['lost the version', 'mine@3', [mine], undefined],
    ['was saved under this id after the run', 'mine@2', [mine], undefined],
    ['is of another provider', 'mine@1', [{ ...mine, providerId: 'native' }], undefined],
    ['became a built-in one', 'mine@1', [{ ...builtIn, id: 'mine' }], undefined],
  ])('names its preset or not where that %s', (_name, presetId, presets, expected) => {
    expect(buildSameRequest({ ...run, presetId }, presets).presetId).toBe(expected)
  })
})
