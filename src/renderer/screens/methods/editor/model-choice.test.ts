import { describe, expect, it } from 'vitest'
import { modelProfileSchema } from '../../../../shared/models/model-profile-types.ts'
import type { ProfileList, ProfileView } from '../../../../shared/models/profiles-contract.ts'
import { buildModelChoices, explainObstacle } from './model-choice.ts'

const view = (id: string, obstacle = ''): ProfileView => ({
  profile: modelProfileSchema.parse({
    id,
    name: id.toUpperCase(),
    vendor: 'anthropic',
    model: 'm',
    windowTokens: 1000,
    maxOutputTokens: 1,
  }),
  key: { source: 'missing', variables: [] },
  prices: {},
  knownAs: null,
  obstacle,
  warnings: [],
})

const list = (roles: Partial<ProfileList['roles']>): ProfileList => ({
  profiles: [view('a'), view('b', 'There is no key.')],
  roles: { main: null, condensing: null, ...roles },
  keyStorage: 'none',
})

describe('the choice of a model', () => {
  it.each([
    [{ main: 'b', condensing: 'a' }, 'Condensing role: A'],
    [{ main: 'b' }, 'Main role: B'],
    [{}, 'No model set: built-in extractive'],
    [{ condensing: 'gone' }, 'No model set: built-in extractive'],
  ])('says who is asked by role: %o', (roles, label) => {
    expect(buildModelChoices(list(roles))[0]?.label).toBe(label)
  })

  it('lists the built-in model and every profile, and says which are not ready', () => {
    expect(
      buildModelChoices(list({}))
        .map(({ value, label }) => `${value}: ${label}`)
        .slice(1),
    ).toEqual(['extractive: Built-in extractive (no cost)', 'a: A', 'b: B (not ready)'])
  })

  it('distinguishes profiles of one name by their ids', () => {
    const twin = view('a')
    const twins = {
      ...list({ main: 'b' }),
      profiles: [twin, { ...view('b'), profile: { ...view('b').profile, name: 'A' } }],
    }
    expect(buildModelChoices(twins).map(({ label }) => label)).toEqual([
      'Main role: A · b',
      'Built-in extractive (no cost)',
      'A · a',
      'A · b',
    ])
  })

  it.each([
    [{}, null, ''],
    [{ condensing: 'b' }, null, 'There is no key.'],
    [{ condensing: 'b' }, 'extractive', ''],
    [{ condensing: 'b' }, 'a', ''],
    [{}, 'gone', 'The chosen model no longer exists. Choose another.'],
  ])('names the obstacle of %o with %s', (roles, profileId, obstacle) => {
    expect(explainObstacle(list(roles), profileId)).toBe(obstacle)
  })
})
