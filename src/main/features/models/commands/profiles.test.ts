import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCommandLine, type CommandLine } from '../../../cli/testing/command-line.ts'
import { startModelServer } from '../../../platform/llm/testing/model-server.ts'
import { serve } from '../../../platform/llm/testing/serve.ts'

let line: CommandLine
beforeAll(async () => {
  line = await makeCommandLine()
})
afterAll(() => line.clean())

const profiles = (text: string, env?: Readonly<Record<string, string>>) =>
  line.run(['profiles', ...text.split(' ')], env)
const profilesJson = (text: string, env?: Readonly<Record<string, string>>) =>
  line.json(['profiles', ...text.split(' ')], env)

const key = 'sk-easy-to-find-0123456789'
const local =
  'add local --vendor openai-compatible --base-url http://127.0.0.1:1/v1 --model qwen3 --input-price 0 --output-price 0'

it('ends a test at Ctrl+C with 130, whatever the server does', async () => {
  const server = await serve('openai-chat', { kind: 'silence' })
  await profiles(`add slow --vendor openai-compatible --model qwen3 --base-url ${server.url}`)
  const controller = new AbortController()
  const testing = line.run(['profiles', 'test', 'slow'], {}, controller.signal)
  const { closed } = await server.seen(1)
  controller.abort()
  expect(await testing).toMatchObject({ code: 130, out: '' })
  await closed
  await profiles('remove slow')
})

describe('dewpoint profiles', () => {
  it('says how to begin', async () => {
    expect(await line.run(['profiles'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('dewpoint profiles add'),
    })
    expect(await line.json(['profiles'])).toEqual({
      profiles: [],
      roles: { main: null, condensing: null },
      keyStorage: 'none',
    })
  })

  it('adds a profile and says what it assumed, whence the key comes, and what is in the way', async () => {
    const added = await profiles('add work --vendor anthropic --model claude-sonnet-4 --role both')
    expect(added).toMatchObject({ code: 0, err: '' })
    expect(added.out).toMatch(/window +200,000 tokens, answers of up to 8,192/)
    expect(added.out).toMatch(/prices +\$3 in, \$15 out per million tokens, known as/)
    expect(added.out).toMatch(/assumed +a window of 200,000 tokens \(--window\); answers of up to/)
    expect(added.out).toMatch(/problems +No key: set ANTHROPIC_API_KEY/)
    const list = await profiles('list', { ANTHROPIC_API_KEY: key })
    expect(list.out).toMatch(/work +anthropic: claude-sonnet-4 +main, condensing +200,000 +inherit +from the/)
    expect(JSON.stringify([list, await profilesJson('list', { ANTHROPIC_API_KEY: key })])).not.toContain(key)
  })

  it('adds a server of one’s own, with all that can be said about it', async () => {
    const all = `${local} --name Ollama --window 16384 --max-output 2048 --images --cache-reads-price 0 --threshold 60 --key-variable MY_KEY --confirm-key-variable --timeout 30 --role condensing`
    expect(await profilesJson(all)).toMatchObject({
      profile: {
        name: 'Ollama',
        windowTokens: 16_384,
        maxOutputTokens: 2048,
        supportsImages: true,
        prices: { input: 0, output: 0, cacheReads: 0 },
        threshold: 60,
        keyVariable: 'MY_KEY',
        timeoutMs: 30_000,
      },
      assumed: [],
      obstacle: 'No key: set MY_KEY, or DEWPOINT_KEY_LOCAL for this profile alone.',
    })
    expect(await profilesJson('roles')).toEqual({ main: 'work', condensing: 'local' })
  })

  it('changes what is named and leaves the rest', async () => {
    const before = (await profilesJson('edit local')) as { profile: object }
    const more = ['--key-variable', '', '--threshold', 'inherit', '--no-images', '--output-price', '1']
    expect(await line.json(['profiles', 'edit', 'local', ...more])).toMatchObject({
      profile: {
        ...before.profile,
        keyVariable: null,
        threshold: -1,
        supportsImages: false,
        prices: { input: 0, output: 1, cacheReads: 0 },
      },
      key: { source: 'not-needed' },
      obstacle: '',
    })
  })

  it('sends the key of a variable nowhere but to the server that it was named for', async () => {
    const [one, two] = [
      await serve('openai-chat', { kind: 'answer', texts: ['ready'] }),
      await serve('openai-chat', { kind: 'answer', texts: ['ready'] }),
    ]
    const env = { AWS_SECRET_ACCESS_KEY: key, OPENAI_API_KEY: key, DEWPOINT_KEY_SAFE: '' }
    const add = `add safe --vendor openai --model m --base-url ${one.url}`
    for (const [variable, message] of [
      [
        'AWS_SECRET_ACCESS_KEY',
        /confirm it with `--key-variable AWS_SECRET_ACCESS_KEY --confirm-key-variable`/,
      ],
      ['OPENAI_API_KEY', /OPENAI_API_KEY goes to api\.openai\.com alone.*set DEWPOINT_KEY_SAFE/],
    ] as const) {
      const refused = await profiles(`${add} --key-variable ${variable}`, env)
      expect(refused).toMatchObject({ code: 2, err: expect.stringMatching(message) })
    }
    await profilesJson(`${add} --key-variable AWS_SECRET_ACCESS_KEY --confirm-key-variable`, env)
    expect(await profiles('test safe', env)).toMatchObject({ code: 0 })
    expect(one.requests[0]?.headers.authorization).toBe(`Bearer ${key}`)
    const move = `edit safe --base-url ${two.url}`
    expect(await profiles(move, env)).toMatchObject({ code: 2, err: expect.stringMatching(/only for http:/) })
    await profilesJson(`${move} --confirm-key-variable`, env)
    expect(await profiles('test safe', env)).toMatchObject({ code: 0 })
    expect(two.requests[0]?.headers.authorization).toBe(`Bearer ${key}`)
    expect(await profiles('edit safe --key-variable= --confirm-key-variable')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/needs a variable to confirm/),
    })
    await profiles('remove safe')
  })

  it('keeps a recording where the caller stands', async () => {
    const tape = 'add tape --vendor recorded --model m --recording tapes/a.jsonl --records work'
    expect(await profilesJson(tape)).toMatchObject({
      profile: { recording: { file: join(line.folder, 'tapes/a.jsonl'), profileId: 'work' } },
    })
    expect(await profilesJson('edit tape --records local')).toMatchObject({
      profile: { recording: { file: join(line.folder, 'tapes/a.jsonl'), profileId: 'local' } },
    })
  })

  it('sets and takes away roles', async () => {
    expect(await profilesJson('roles --main none --condensing work')).toEqual({
      main: null,
      condensing: 'work',
    })
    expect(await profiles('roles')).toMatchObject({ out: 'main        none\ncondensing  work\n' })
    expect(await profiles('roles --main nobody')).toMatchObject({ code: 2 })
    await profiles('remove work')
    expect(await profilesJson('roles')).toEqual({ main: null, condensing: null })
  })

  it('tests a profile with one request; exit code 1 when no answer comes', async () => {
    const server = await startModelServer({
      protocol: 'openai-chat',
      script: [
        { kind: 'answer', texts: ['ready'] },
        { kind: 'error', status: 401, message: `no ${key}` },
      ],
    })
    await profiles(`add here --vendor openai --model m --base-url ${server.url}`)
    const env = { DEWPOINT_KEY_HERE: key }
    const good = await profiles('test here', env)
    expect(good).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^here \(m\) answered in/) })
    expect(good.out).toMatch(/tokens +132 in, 34 out/)
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${key}`)
    const bad = await profiles('test here', env)
    expect(bad).toMatchObject({ code: 1, out: expect.stringMatching(/does not accept the key/) })
    expect(JSON.stringify([good, bad])).not.toContain(key)
    expect(await profiles('test here')).toMatchObject({ code: 1, out: expect.stringMatching(/^No key/) })
    expect(server.requests).toHaveLength(2)
    await server.close()
  })

  it.each([
    ['add x', /needs --vendor/],
    ['add x --vendor openai', /needs --model/],
    ['add x --vendor google --model m', /--vendor/],
    ['add Big_X --vendor openai --model m', /The id does not fit: Lowercase letters, digits and dashes/],
    ['add extractive --vendor openai --model m', /belongs to the built-in model/],
    [local, /There is a profile local already/],
    ['add x --vendor openai-compatible --model m', /needs its base URL/],
    ['add x --vendor openai --model m --base-url http://a:b@c', /user name or a password/],
    [
      'add x --vendor openai --model m --window 500',
      /--window <tokens>' argument '500' is invalid. It must be a number of tokens, 1000 or more/,
    ],
    ['add x --vendor openai --model m --window 1000 --max-output 1000', /leaves nothing/],
    ['add x --vendor openai --model m --threshold 4', /5 to 100/],
    ['add x --vendor openai --model m --timeout 0', /1 to 3600 seconds/],
    ['add x --vendor openai --model m --key-variable 1X', /--key-variable does not fit/],
    ['add x --vendor recorded --model m', /needs the file/],
    ['add x --vendor openai --model m --records y', /needs a recording/],
    [`add x --vendor openai --model m --key ${key}`, /does not belong on a command line/],
    [`add x --vendor openai --model m --api-key=${key}`, /does not belong on a command line/],
    [`edit local --key=${key}`, /does not belong on a command line/],
    ['edit nobody --name x', /There is no profile nobody/],
    ['remove nobody', /There is no profile nobody/],
    ['test nobody', /There is no profile nobody/],
    ['bogus', /bogus/],
  ])('refuses `%s` with one line and exit code 2', async (text, message) => {
    const { code, out, err } = await profiles(text)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(message)
    expect(err.trimEnd()).not.toContain('\n')
    expect(err).not.toContain(key)
    expect(JSON.stringify(await profilesJson('list'))).not.toContain('"x"')
  })
})
