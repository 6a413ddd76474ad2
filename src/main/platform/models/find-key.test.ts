import { describe, expect, it } from 'vitest'
import type { ModelProfile } from '../../../shared/models/model-profile-types.ts'
import { findKey, listKeyVariables } from './find-key.ts'
import { noVault, type KeyVault } from './keys.ts'
import { makeProfile } from './testing/bench.ts'

const vaultWith = (key: string, storage: 'protected' | 'unprotected' = 'protected'): KeyVault => ({
  ...noVault,
  storage: () => Promise.resolve(storage),
  read: () => Promise.resolve(key),
})

/** Permits of which these are all. */
const permitting = (permits: Readonly<Record<string, readonly string[]>> = {}) => ({
  origins: (variable: string) => Promise.resolve(permits[variable] ?? []),
})
const permits = permitting()

describe('the variables that may hold a key', () => {
  it.each<[string, Partial<ModelProfile>, readonly string[]]>([
    ['of Anthropic', { vendor: 'anthropic' }, ['DEWPOINT_KEY_WORK', 'ANTHROPIC_API_KEY']],
    ['of OpenAI', { vendor: 'openai' }, ['DEWPOINT_KEY_WORK', 'OPENAI_API_KEY']],
    ['of a compatible server', { vendor: 'openai-compatible' }, ['DEWPOINT_KEY_WORK']],
    ['of a profile with dashes', { vendor: 'openai-compatible', id: 'a-b-1' }, ['DEWPOINT_KEY_A_B_1']],
    ['that a profile names', { keyVariable: 'MY_KEY' }, ['DEWPOINT_KEY_WORK', 'MY_KEY']],
    ['of a recording', { vendor: 'recorded', keyVariable: 'MY_KEY' }, []],
  ])('%s', (_name, more, variables) => {
    expect(listKeyVariables(makeProfile(more))).toEqual(variables)
  })
})

describe('a key', () => {
  it('is that of a profile and of the server that it was given for', async () => {
    const vault: KeyVault = {
      ...vaultWith(''),
      read: (name) => Promise.resolve(name === 'work@https://models.example.com' ? 'stored' : null),
    }
    const key = async (more: Partial<ModelProfile>) =>
      (await findKey(makeProfile({ keyVariable: 'NONE', ...more }), { vault, environment: {}, permits })).key
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
    const named = permitting({ MY_KEY: ['https://api.openai.com'] })
    const found = await findKey(makeProfile(more), { vault, environment, permits: named })
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
      {
        vendor: 'openai-compatible',
        baseUrl: 'https://openrouter.ai/api/v1',
        keyVariable: 'OPENROUTER_API_KEY',
      },
      'No key: set OPENROUTER_API_KEY, or DEWPOINT_KEY_WORK for this profile alone.',
    ],
  ])('%s that is missing is an obstacle with advice', async (_name, more, obstacle) => {
    const environment = { OPENAI_API_KEY: '' }
    const found = await findKey(makeProfile(more), { vault: noVault, environment, permits })
    expect(found).toMatchObject({ key: null, state: { source: 'missing' }, obstacle })
  })

  it.each(['sk-1\r\nx-evil: 1', 'sk-1 2', 'sk-ключ', 'sk-\u0007'])(
    'that no header can carry (%j) is an obstacle that does not repeat it',
    async (key) => {
      const inEnvironment = await findKey(makeProfile(), {
        vault: noVault,
        environment: { OPENAI_API_KEY: key },
        permits,
      })
      const inVault = await findKey(makeProfile(), { vault: vaultWith(key), environment: {}, permits })
      for (const { obstacle, key: given } of [inEnvironment, inVault]) {
        expect(given).toBeNull()
        expect(obstacle).toMatch(/Copy it again/)
        expect(obstacle).not.toContain('sk-')
      }
      expect(inEnvironment.obstacle).toContain('OPENAI_API_KEY')
    },
  )
})

describe('a key of the environment', () => {
  const everything = {
    OPENAI_API_KEY: 'sk-openai',
    ANTHROPIC_API_KEY: 'sk-anthropic',
    OPENROUTER_API_KEY: 'sk-router',
    AWS_SECRET_ACCESS_KEY: 'aws-secret',
    HOME: '/home/ana',
  }
  const found = (more: Partial<ModelProfile>, environment = {}, permitted = {}) =>
    findKey(makeProfile(more), {
      vault: noVault,
      environment: { ...everything, ...environment },
      permits: permitting(permitted),
    })

  it.each<[Partial<ModelProfile>, string]>([
    [{ vendor: 'openai' }, 'sk-openai'],
    [{ vendor: 'openai', baseUrl: 'https://api.openai.com/v1/' }, 'sk-openai'],
    [{ vendor: 'openai', baseUrl: ' HTTPS://API.OpenAI.com:443/v1' }, 'sk-openai'],
    [{ vendor: 'openai', baseUrl: 'https://eu.api.openai.com/v1' }, 'sk-openai'],
    [{ vendor: 'anthropic' }, 'sk-anthropic'],
    [{ vendor: 'anthropic', baseUrl: 'https://api.anthropic.com' }, 'sk-anthropic'],
    [
      {
        vendor: 'openai-compatible',
        baseUrl: 'https://openrouter.ai/api/v1',
        keyVariable: 'OPENROUTER_API_KEY',
      },
      'sk-router',
    ],
    [
      { vendor: 'openai-compatible', baseUrl: 'https://api.openai.com/v1', keyVariable: 'OPENAI_API_KEY' },
      'sk-openai',
    ],
  ])('goes with %j to its vendor', async (more, key) => {
    expect(await found(more)).toMatchObject({ key, obstacle: '', state: { source: 'environment' } })
  })

  it.each<[string]>([
    ['http://api.openai.com/v1'],
    ['https://api.openai.com:8443/v1'],
    ['https://api.openai.com./v1'],
    ['https://api.openai.com.evil.example/v1'],
    ['https://api-openai.com/v1'],
    ['https://api.openai.com@evil.example/v1'],
    ['https://evil.example/api.openai.com'],
    ['https://evil.example\\@api.openai.com/v1'],
    ['https://\u0430pi.openai.com/v1'],
    ['https://api.anthropic.com'],
    ['http://127.0.0.1:8080/v1'],
    ['ftp://api.openai.com'],
    ['nonsense'],
  ])('of OpenAI stays here where the address is %s', async (baseUrl) => {
    for (const more of [{}, { keyVariable: 'OPENAI_API_KEY' }]) {
      const { key, state, obstacle } = await found({ vendor: 'openai', baseUrl, ...more })
      expect([key, state.source, state.variables]).toEqual([null, 'missing', ['DEWPOINT_KEY_WORK']])
      expect(obstacle).toMatch(
        /^No key: OPENAI_API_KEY goes to api\.openai\.com alone, and this profile asks .*: set DEWPOINT_KEY_WORK to the key for that server\.$/,
      )
    }
    const own = await found({ vendor: 'openai', baseUrl }, { DEWPOINT_KEY_WORK: 'sk-own' })
    expect(own).toMatchObject({ key: 'sk-own', obstacle: '' })
  })

  it.each(['AWS_SECRET_ACCESS_KEY', 'HOME', 'openai_api_key', 'MY_OPENAI_API_KEY', 'DEWPOINT_KEYS'])(
    'in a variable named %s goes nowhere until somebody has confirmed it, and then there alone',
    async (keyVariable) => {
      const environment = { [keyVariable]: 'aws-secret' }
      const baseUrl = 'https://models.example.com/v1'
      const refused = await found({ baseUrl, keyVariable }, environment)
      expect(refused).toMatchObject({ key: null, state: { source: 'missing' } })
      expect(refused.obstacle).toContain(
        `set DEWPOINT_KEY_WORK instead, or confirm it with \`--key-variable ${keyVariable} --confirm-key-variable\` of`,
      )
      const permitted = { [keyVariable]: ['https://models.example.com'] }
      expect(await found({ baseUrl, keyVariable }, environment, permitted)).toMatchObject({
        key: 'aws-secret',
      })
      const elsewhere = { baseUrl: 'https://evil.example/v1', keyVariable }
      expect(await found(elsewhere, environment, permitted)).toMatchObject({
        key: null,
        obstacle: expect.stringContaining('only for https://models.example.com'),
      })
    },
  )

  it('made for a profile stays with the server that it was made for', async () => {
    const environment = { DEWPOINT_KEY_WORK: 'sk-own', DEWPOINT_KEY_TEAM: 'sk-team' }
    const permitted = {
      DEWPOINT_KEY_WORK: ['https://models.example.com'],
      DEWPOINT_KEY_TEAM: ['https://team.example.com'],
    }
    const at = (baseUrl: string, more: Partial<ModelProfile> = {}) =>
      found({ vendor: 'openai-compatible', baseUrl, ...more }, environment, permitted)
    expect(await at('https://models.example.com/v2')).toMatchObject({ key: 'sk-own' })
    expect(await at('https://evil.example/v1')).toMatchObject({
      key: null,
      obstacle: expect.stringContaining(
        'DEWPOINT_KEY_WORK is the key for https://models.example.com, and this profile asks https://evil.example.',
      ),
    })
    const shared = { id: 'home', keyVariable: 'DEWPOINT_KEY_TEAM' }
    expect(await at('https://team.example.com', shared)).toMatchObject({ key: 'sk-team' })
    expect(await at('https://evil.example', shared)).toMatchObject({ key: null })
  })
})
