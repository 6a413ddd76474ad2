import { describe, expect, it } from 'vitest'
import type { ProfileRoles } from '../../../shared/models/model-profile-types.ts'
import { askModel } from '../../kernel/ask-model.ts'
import { call, modelBy } from '../../kernel/testing/model-by.ts'
import type { CallScope, ModelService } from '../../platform/models/model-service.ts'
import { chooseModel } from './choose-model.ts'

const scope: CallScope = {
  runId: 'run',
  experimentId: null,
  taskId: null,
  maxRunUsd: null,
  maxExperimentUsd: null,
  ignoreCache: false,
}

/** Profiles by what they are: those with `bad` in their name cannot be used. Notes what was opened. */
function models(): ModelService & { readonly opened: string[] } {
  const opened: string[] = []
  return {
    opened,
    open: (id, given) => {
      expect(given).toBe(scope)
      opened.push(id)
      if (id.includes('bad')) return Promise.resolve({ ok: false, obstacle: `${id} has no key.` })
      return Promise.resolve({ ok: true, model: modelBy(() => call('x'), { id, label: `Label of ${id}` }) })
    },
    checkRecording: async () => undefined,
    describe: () => Promise.reject(new Error('not asked')),
    test: () => Promise.reject(new Error('not asked')),
  }
}

type Expected = { asked: string; isOwn: boolean; warnings?: string[]; fails?: boolean; opened: string[] }

describe('who is asked', () => {
  const none: ProfileRoles = { condensing: null, main: null }
  const cond = { condensing: 'cond', main: null }
  const main = { condensing: null, main: 'main' }
  const both = { condensing: 'cond', main: 'main' }
  const badCond = { condensing: 'bad-cond', main: null }
  const badMain = { condensing: null, main: 'bad-main' }
  const fallback = ['handler-fallback']
  it.each<[string, ProfileRoles, string | undefined, Expected]>([
    ['no roles', none, undefined, { asked: 'extractive', isOwn: false, opened: [] }],
    ['a condensing profile', cond, undefined, { asked: 'cond', isOwn: true, opened: ['cond'] }],
    ['a condensing and a main profile', both, undefined, { asked: 'cond', isOwn: true, opened: ['cond'] }],
    [
      'a main profile only',
      main,
      undefined,
      { asked: 'main', isOwn: false, warnings: fallback, opened: ['main'] },
    ],
    [
      'a condensing profile that cannot be used, and a main one',
      { condensing: 'bad-cond', main: 'main' },
      undefined,
      { asked: 'main', isOwn: false, warnings: fallback, opened: ['bad-cond', 'main'] },
    ],
    [
      'a condensing profile, and a main one that cannot be used',
      { condensing: 'cond', main: 'bad-main' },
      undefined,
      { asked: 'cond', isOwn: true, opened: ['cond'] },
    ],
    [
      'a condensing profile that cannot be used, and none else',
      badCond,
      undefined,
      { asked: 'bad-cond', isOwn: false, fails: true, opened: ['bad-cond'] },
    ],
    [
      'a main profile that cannot be used, and none else',
      badMain,
      undefined,
      { asked: 'bad-main', isOwn: false, fails: true, opened: ['bad-main'] },
    ],
    [
      'two that cannot be used',
      { condensing: 'bad-cond', main: 'bad-main' },
      undefined,
      { asked: 'bad-main', isOwn: false, fails: true, opened: ['bad-cond', 'bad-main'] },
    ],
    ['a profile that the run names', both, 'other', { asked: 'other', isOwn: true, opened: ['other'] }],
    [
      'a profile that the run names and that cannot be used: no other in its place',
      both,
      'bad-other',
      { asked: 'bad-other', isOwn: false, fails: true, opened: ['bad-other'] },
    ],
    ['the extractive model by name', both, 'extractive', { asked: 'extractive', isOwn: false, opened: [] }],
    ['a name and no roles', none, 'other', { asked: 'other', isOwn: true, opened: ['other'] }],
  ])('with %s', async (_name, roles, profileId, expected) => {
    const service = models()
    const choice = await chooseModel(service, { profileId, roles, scope })
    expect(choice).toMatchObject({ profileId: expected.asked, isOwn: expected.isOwn })
    expect(choice.warnings.map(({ code }) => code)).toEqual(expected.warnings ?? [])
    expect(service.opened).toEqual(expected.opened)
    expect(choice.model === null).toBe(expected.asked === 'extractive')
    const error = expected.fails === true ? 'handler-invalid' : undefined
    expect(await findFailure(choice.model)).toBe(error)
  })

  it('is said, with the reason, where it is not who should be', async () => {
    const request = { profileId: undefined, scope }
    const [noRole] = (await chooseModel(models(), { ...request, roles: main })).warnings
    expect(noRole?.message).toBe('No profile has the condensing role. The main profile main was asked.')
    const roles = { condensing: 'bad-cond', main: 'main' }
    const [unusable] = (await chooseModel(models(), { ...request, roles })).warnings
    expect(unusable?.message).toContain(
      'The condensing profile bad-cond cannot be used: bad-cond has no key.',
    )
  })

  it('fails with the reasons of both where neither can be used', async () => {
    const roles = { condensing: 'bad-cond', main: 'bad-main' }
    const { model } = await chooseModel(models(), { profileId: undefined, roles, scope })
    const { failure } = await askModel(model!, anything, () => {})
    expect(failure?.message).toContain('bad-cond has no key.')
    expect(failure?.message).toContain('bad-main has no key.')
  })
})

const anything = {
  purpose: 'conversation' as const,
  label: '',
  system: '',
  messages: [],
  maxTokens: 1,
  inputTokens: 1,
  signal: new AbortController().signal,
}

async function findFailure(model: Parameters<typeof askModel>[0] | null): Promise<string | undefined> {
  return model === null ? undefined : (await askModel(model, anything, () => {})).failure?.code
}
