import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { catchProblem } from '../../testing/catch-problem.ts'
import { startDewpoint } from '../../testing/start-dewpoint.ts'
import type { Dewpoint } from '../common/dewpoint.ts'
import { createAskingAccess } from './roots-access.ts'

let base: string
let team: string
let dewpoint: Dewpoint

const start = (): Promise<Dewpoint> =>
  startDewpoint(base, { access: createAskingAccess([join(base, 'home')]) })

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'dewpoint-folders-')))
  team = join(base, 'mnt', 'team')
  await mkdir(join(base, 'home'))
  for (const name of ['one', 'two']) {
    await mkdir(join(team, name), { recursive: true })
    await writeFile(
      join(team, name, 'api_conversation_history.json'),
      JSON.stringify(
        Array.from({ length: 8 }, (_, at) => ({
          role: at % 2 === 0 ? 'user' : 'assistant',
          content: `Mend door ${name}, step ${at}`,
        })),
      ),
    )
  }
  dewpoint = await start()
})
afterEach(async () => {
  await dewpoint.close()
  await rm(base, { recursive: true, force: true })
})

describe('a folder outside of home', () => {
  it('names its folders, and neither files nor counts before it is allowed', async () => {
    const { client } = dewpoint
    await writeFile(join(team, 'session.jsonl'), '{}')
    const before = await client.folders.list({ path: team })
    expect(before).toMatchObject({ path: team, parent: join(base, 'mnt'), isAllowed: false })
    expect(before.entries).toMatchObject([
      { name: 'one', isTask: false },
      { name: 'two', isTask: false },
    ])
    expect(await client.folders.count({ path: team })).toBeNull()
    await client.folders.allow({ path: team })
    const after = await client.folders.list({ path: team })
    expect(after.isAllowed).toBe(true)
    expect(after.roots).toContain(team)
    expect(after.entries.map(({ name }) => name)).toEqual(['one', 'two', 'session.jsonl'])
    expect(await client.folders.count({ path: team })).toEqual({ histories: 2, isCut: false })
  })

  it('is asked for once, opens from then on, after a restart too, and counts in experiments', async () => {
    expect(await dewpoint.client.folders.judge({ path: team })).toEqual({
      path: team,
      isFile: false,
      ask: team,
    })
    const open = () => dewpoint.client.tasks.open({ kind: 'path', path: team })
    expect(await catchProblem(open())).toMatchObject({ code: 'not-allowed' })
    await dewpoint.client.folders.allow({ path: team })
    await dewpoint.close()
    dewpoint = await start()
    expect(await dewpoint.client.folders.allowed()).toEqual([team])
    expect(await dewpoint.client.folders.judge({ path: join(team, 'one') })).toMatchObject({ ask: null })
    expect((await open()).tasks).toHaveLength(2)
    const text = [
      'name: Both',
      `tasks: ['${team}']`,
      'variants:',
      '  - { id: a, provider: lossless }',
      '  - { id: b, provider: truncation }',
      'checkpoints: { at: [0.5] }',
      'baseline: a',
    ].join('\n')
    const { summary } = await dewpoint.client.experiments.start({ text })
    expect(summary.cells.total).toBe(4)
  })

  it('is closed again when that is taken back, and not followed any more', async () => {
    const { client } = dewpoint
    await client.folders.allow({ path: team })
    await client.tasks.open({ kind: 'path', path: team })
    expect(await client.library.folders()).toMatchObject([{ path: team }])
    await client.folders.revoke({ path: team })
    expect(await client.folders.allowed()).toEqual([])
    expect(await client.library.folders()).toEqual([])
    expect(await catchProblem(client.tasks.open({ kind: 'path', path: team }))).toMatchObject({
      code: 'not-allowed',
    })
  })

  it('is allowed by its real path, whatever link names it', async () => {
    await symlink(team, join(base, 'home', 'link'))
    const { ask } = await dewpoint.client.folders.judge({ path: join(base, 'home', 'link') })
    expect(ask).toBe(team)
  })
})

describe('what cannot be allowed', () => {
  it.each([
    ['what is not there', () => join(base, 'missing'), 'not-found', /no such file or folder/i],
    ['the whole disk', () => '/', 'bad-input', /whole disk/],
    ['secrets', () => '/proc', 'not-allowed', /keeps secrets/],
    ['a file', () => join(team, 'one', 'api_conversation_history.json'), 'bad-input', /file, not a folder/],
    ['a path with a NUL', () => `${team}\0`, 'bad-input', /NUL character/],
    ['a relative path', () => 'team', 'bad-input', /not absolute/],
  ])('is %s', async (_what, path, code, message) => {
    const problem = await catchProblem(dewpoint.client.folders.allow({ path: path() }))
    expect(problem).toMatchObject({ code, message: expect.stringMatching(message) })
    expect(await dewpoint.client.folders.allowed()).toEqual([])
  })
})
