import { describe, expect, it } from 'vitest'
import type { ModelProfile } from '../../shared/domain/model-profile.ts'
import { findKey, keyVariables } from './find-key.ts'
import { noVault, type KeyVault } from './key-vault.ts'
import { makeProfile } from './testing/bench.ts'

const vaultWith = (key: string, storage: 'protected' | 'unprotected' = 'protected'): KeyVault => ({
  ...noVault,
  storage: () => Promise.resolve(storage),
  read: () => Promise.resolve(key),
})

describe('the variables that may hold a key', () => {
  it.each<[string, Partial<ModelProfile>, readonly string[]]>([
    ['of Anthropic', { vendor: 'anthropic' }, ['DEWPOINT_KEY_WORK', 'ANTHROPIC_API_KEY']],
    ['of OpenAI', { vendor: 'openai' }, ['DEWPOINT_KEY_WORK', 'OPENAI_API_KEY']],
    ['of a compatible server', { vendor: 'openai-compatible' }, ['DEWPOINT_KEY_WORK']],
    ['of a profile with dashes', { vendor: 'openai-compatible', id: 'a-b-1' }, ['DEWPOINT_KEY_A_B_1']],
    ['that a profile names', { keyVariable: 'MY_KEY' }, ['DEWPOINT_KEY_WORK', 'MY_KEY']],
    ['of a recording', { vendor: 'recorded', keyVariable: 'MY_KEY' }, []],
  ])('%s', (_name, more, variables) => {
    expect(keyVariables(makeProfile(more))).toEqual(variables)
  })
})

describe('a key', () => {
  it('is that of a profile and of the server that it was given for', async () => {
    const vault: KeyVault = {
      ...vaultWith(''),
      read: (name) => Promise.resolve(name === 'work@https://models.example.com' ? 'stored' : null),
    }
    const key = async (more: Partial<ModelProfile>) =>
      (await findKey(makeProfile({ keyVariable: 'NONE', ...more }), { vault, environment: {} })).key
    expect(await key({ baseUrl: 'https://models.example.com/v1' })).toBe('stored')
    expect(await key({ baseUrl: 'https://models.example.com/v2/' })).toBe('stored')
    expect(await key({ baseUrl: 'https://models.example.com:8443/v1' })).toBeNull()
    expect(await key({ baseUrl: 'http://models.example.com/v1' })).toBeNull()
    expect(await key({ baseUrl: null })).toBeNull()
    expect(await key({ id: 'home', baseUrl: 'https://models.example.com' })).toBeNull()
  })

  const all = { OPENAI_API_KEY: ' usual\n', DEWPOINT_KEY_WORK: 'own', MY_KEY: 'named' }
  it.each<[string, Partial<ModelProfile>, Record<string, string>, KeyVault, string | null, string]>([
    ['is the stored one first', {}, all, vaultWith('stored'), 'stored', 'stored'],
    ['is trimmed wherever it comes from', {}, {}, vaultWith(' stored\n'), 'stored', 'stored'],
    [
      'is stored in plain text where the system protects none',
      {},
      all,
      vaultWith('x', 'unprotected'),
      'x',
      'plain-text',
    ],
    ['is the profile’s own before the usual one', {}, all, noVault, 'own', 'environment'],
    [
      'is the one that the profile names in the place of the usual one',
      { keyVariable: 'MY_KEY' },
      { ...all, DEWPOINT_KEY_WORK: ' ' },
      noVault,
      'named',
      'environment',
    ],
    ['is the usual one, trimmed', {}, { OPENAI_API_KEY: ' usual\n' }, noVault, 'usual', 'environment'],
    [
      'of OpenAI never goes to a compatible server',
      { vendor: 'openai-compatible' },
      { OPENAI_API_KEY: 'usual' },
      noVault,
      null,
      'not-needed',
    ],
    ['is not needed for a recording', { vendor: 'recorded' }, all, vaultWith('stored'), null, 'not-needed'],
  ])('%s', async (_name, more, environment, vault, key, source) => {
    const found = await findKey(makeProfile(more), { vault, environment })
    expect([found.key, found.state.source, found.obstacle]).toEqual([key, source, ''])
  })

  it.each<[string, Partial<ModelProfile>, string]>([
    [
      'of Anthropic',
      { vendor: 'anthropic' },
      'No key: set ANTHROPIC_API_KEY, or DEWPOINT_KEY_WORK for this profile alone.',
    ],
    ['of OpenAI', {}, 'No key: set OPENAI_API_KEY, or DEWPOINT_KEY_WORK for this profile alone.'],
    [
      'that a compatible server is said to have',
      { vendor: 'openai-compatible', keyVariable: 'MY_KEY' },
      'No key: set MY_KEY, or DEWPOINT_KEY_WORK for this profile alone.',
    ],
  ])('%s that is missing is an obstacle with advice', async (_name, more, obstacle) => {
    const found = await findKey(makeProfile(more), { vault: noVault, environment: { OPENAI_API_KEY: '' } })
    expect(found).toMatchObject({ key: null, state: { source: 'missing' }, obstacle })
  })

  it.each(['sk-1\r\nx-evil: 1', 'sk-1 2', 'sk-ключ', 'sk-\u0007'])(
    'that no header can carry (%j) is an obstacle that does not repeat it',
    async (key) => {
      const inEnvironment = await findKey(makeProfile(), {
        vault: noVault,
        environment: { OPENAI_API_KEY: key },
      })
      const inVault = await findKey(makeProfile(), { vault: vaultWith(key), environment: {} })
      for (const { obstacle, key: given } of [inEnvironment, inVault]) {
        expect(given).toBeNull()
        expect(obstacle).toMatch(/Copy it again/)
        expect(obstacle).not.toContain('sk-')
      }
      expect(inEnvironment.obstacle).toContain('OPENAI_API_KEY')
    },
  )
})
