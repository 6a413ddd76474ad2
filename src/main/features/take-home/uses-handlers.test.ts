import { chmod, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ContractClient } from '../../../shared/api/contract.ts'
import { catchProblem } from '../../testing/catch-problem.ts'
import { startDewpoint } from '../../testing/start-dewpoint.ts'
import type { Dewpoint } from '../common/dewpoint.ts'

let folder = ''
let dewpoint: Dewpoint
let client: ContractClient
let home = ''
const environment: Record<string, string> = {}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-use-'))
  dewpoint = await startDewpoint(folder, { environment })
  client = dewpoint.client
})
afterAll(async () => {
  await dewpoint.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  home = await mkdtemp(join(folder, 'home-'))
  environment['HOME'] = home
})
afterEach(() => delete environment['CODEX_HOME'])

const at = { tokens: 120_000, windowTokens: 200_000 }
const codex = { arm: 'codex-local', target: 'codex', at }

const toml = '# mine\nmodel = "gpt-5.5" # large\n'
async function writeToml(name = '.codex'): Promise<string> {
  await mkdir(join(home, name), { recursive: true })
  const path = join(home, name, 'config.toml')
  await writeFile(path, toml)
  return path
}

describe('settings of an agent', () => {
  it.each([
    ['roo', 'roo-code', 'roo-current'],
    ['gemini', 'gemini-cli', 'gemini-cli'],
    ['codex', 'codex', 'codex-local'],
  ])('are those of the agent whose name begins so: %s', async (target, id, arm) => {
    const { target: found } = await client.uses.plan({ arm, target, at })
    expect(found.id).toBe(id)
  })

  it('are shown as what would change, in the file that the agent reads', async () => {
    const path = await writeToml()
    const { file } = await client.uses.plan(codex)
    expect(file).toMatchObject({ path, isThere: true })
    expect(file?.diff.split('\n').filter((line) => /^[+-][^+-]/.test(line))).toEqual([
      '+model_auto_compact_token_limit = 120000',
    ])
    expect(await readFile(path, 'utf8')).toBe(toml)
    environment['CODEX_HOME'] = join(home, 'elsewhere')
    const moved = await writeToml('elsewhere')
    expect((await client.uses.plan(codex)).file?.path).toBe(moved)
  })

  it('are written with what was there beside them, listed, and put back', async () => {
    const path = await writeToml()
    const { file } = await client.uses.plan(codex)
    const written = await client.uses.write({ ...codex, sha256: file?.sha256 ?? null })
    expect(await readFile(path, 'utf8')).toBe(`${toml}model_auto_compact_token_limit = 120000\n`)
    expect(await readFile(written.backup ?? '', 'utf8')).toBe(toml)
    expect((await client.uses.written())[0]).toMatchObject({ id: written.id, path, state: 'as-written' })
    expect((await client.uses.plan(codex)).file?.diff).toBe('')
    await client.uses.restore({ id: written.id })
    expect(await readFile(path, 'utf8')).toBe(toml)
    expect(await readdir(join(home, '.codex'))).toEqual(['config.toml'])
    expect(await client.uses.written()).toEqual([])
  })

  it('make a file where there is none, which goes again', async () => {
    const request = { arm: 'opencode-prune', target: 'opencode' }
    const { file } = await client.uses.plan(request)
    expect(file).toMatchObject({ isThere: false, sha256: null })
    const { id, path } = await client.uses.write({ ...request, sha256: null })
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ compaction: { prune: true } })
    await client.uses.restore({ id })
    expect(await readdir(join(path, '..'))).toEqual([])
  })

  it('go where the other file of the agent is, and through a link', async () => {
    const real = join(home, 'dotfiles.jsonc')
    await writeFile(real, '{\n  // mine\n  "model": "x"\n}\n')
    await mkdir(join(home, '.config/opencode'), { recursive: true })
    const link = join(home, '.config/opencode/opencode.jsonc')
    await symlink(real, link)
    const request = { arm: 'opencode', target: 'opencode', at }
    const { file } = await client.uses.plan(request)
    expect(file?.path).toBe(link)
    await client.uses.write({ ...request, sha256: file?.sha256 ?? null })
    expect(await readlink(link)).toBe(real)
    expect(await readFile(real, 'utf8')).toContain('// mine\n  "model": "x",\n  "compaction"')
  })

  it('are not written where the file changed since it was shown, nor put back over a change', async () => {
    const path = await writeToml()
    const { file } = await client.uses.plan(codex)
    const sha256 = file?.sha256 ?? null
    await writeFile(path, `${toml}x = 1\n`)
    expect(await catchProblem(client.uses.write({ ...codex, sha256 }))).toMatchObject({
      message: 'The settings of Codex changed since they were shown.',
      where: path,
    })
    await writeFile(path, toml)
    const { id } = await client.uses.write({ ...codex, sha256 })
    await writeFile(path, 'mine = true\n')
    expect((await client.uses.written())[0]?.state).toBe('changed')
    expect(await catchProblem(client.uses.restore({ id }))).toMatchObject({ code: 'not-allowed' })
    expect(await readFile(path, 'utf8')).toBe('mine = true\n')
    await client.uses.restore({ id, isForced: true })
    expect(await readFile(path, 'utf8')).toBe(toml)
  })

  it('leave a broken file alone, and say where it is broken', async () => {
    const path = await writeToml()
    await writeFile(path, 'model = "x"\nb = = 1\n')
    expect(await catchProblem(client.uses.plan(codex))).toMatchObject({
      message: 'The file of settings cannot be changed: it is no valid TOML.',
      where: `${path}:2`,
    })
  })

  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
    'leave nothing behind where the folder takes no file',
    async () => {
      const path = await writeToml()
      const { file } = await client.uses.plan(codex)
      await chmod(join(home, '.codex'), 0o500)
      expect(await catchProblem(client.uses.write({ ...codex, sha256: file?.sha256 ?? null }))).toMatchObject(
        {
          code: expect.any(String),
          hint: expect.any(String),
        },
      )
      await chmod(join(home, '.codex'), 0o700)
      expect(await readdir(join(home, '.codex'))).toEqual(['config.toml'])
      expect(await readFile(path, 'utf8')).toBe(toml)
    },
  )

  it('carry what was changed of the arm, and name what the agent has no setting for', async () => {
    const settings = { customPrompt: 'Short.', keep: { tokens: 8000 } }
    const { text, notes } = await client.uses.plan({ ...codex, settings })
    expect(text).toBe('model_auto_compact_token_limit = 120000\ncompact_prompt = "Short."\n')
    expect(notes).toContain('Codex has no setting for keep.tokens: measured with it, used without.')
  })
})

describe('what cannot be used', () => {
  it.each([
    [{ arm: 'nope', target: 'codex' }, 'There is no arm "nope"'],
    [{ arm: 'claud-code', target: 'codex' }, /Did you mean claude-code\?/],
    [{ arm: 'codex-local', target: 'codx' }, /Did you mean codex\?/],
    [{ arm: 'codex-local', target: 'nope' }, 'There is nothing called "nope" to use an arm in'],
    [{ arm: 'smart-balanced', target: 'codex' }, /cannot be set in Codex/],
    [{ arm: 'codex-local', target: 'codex' }, /there is nothing to set/],
    [{ arm: 'clear-tool-uses', target: 'anthropic', file: '/tmp/x.json' }, /Nothing is written into a file/],
    [
      { ...codex, at: { tokens: 300_000, windowTokens: 200_000 } },
      '300,000 tokens are more than the window of 200,000.',
    ],
    [{ ...codex, settings: { keep: { tokens: -1 } } }, /settings/i],
  ])('is refused with a way out: %j', async (request, message) => {
    expect(await catchProblem(client.uses.plan(request))).toMatchObject({
      message: expect.stringMatching(message),
      hint: expect.stringMatching(/\S/),
    })
  })
})

describe('a page', () => {
  it.each(['browser', 'desktop'] as const)(
    'of the %s names no file and no folder that is read or written',
    async (door) => {
      const own = await startDewpoint(await mkdtemp(join(folder, 'page-')), { environment, door })
      try {
        const secret = join(home, 'credentials.toml')
        await writeFile(secret, 'token = "of somebody"\n')
        const request = { ...codex, file: secret }
        const refused = { code: 'not-allowed', where: secret }
        expect(await catchProblem(own.client.uses.plan(request))).toMatchObject(refused)
        expect(await catchProblem(own.client.uses.write({ ...request, sha256: null }))).toMatchObject(refused)
        for (const method of [own.client.resume.plan, own.client.resume.write])
          expect(await catchProblem(method({ runId: 'any', out: home }))).toMatchObject({
            code: 'not-allowed',
          })
        expect(await readdir(home)).toEqual(['credentials.toml'])
        expect((await own.client.uses.plan(codex)).file).toMatchObject({ isThere: false })
      } finally {
        await own.close()
      }
    },
  )
})
