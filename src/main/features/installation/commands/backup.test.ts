import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { makeCommandLine, type CommandLine } from '../../../cli/testing/command-line.ts'

let cli: CommandLine
const resolveTestFile = (name: string): string => join(cli.folder, name)
beforeEach(async () => {
  cli = await makeCommandLine()
})
afterEach(() => cli.clean())

const addPrompt = async (name: string, text = 'Be short.'): Promise<void> => {
  writeFileSync(resolveTestFile('prompt.md'), text)
  const { code, err } = await cli.run(['prompts', 'add', name, '--file', 'prompt.md'])
  expect([code, err]).toEqual([0, ''])
}
const prompts = async (): Promise<string> => (await cli.run(['prompts', 'list'])).out

describe('an empty database file', () => {
  it('is shown by the command that begins a new one, and in the log', async () => {
    await addPrompt('First')
    const filePath = resolveTestFile('data/dewpoint.sqlite')
    for (const ending of ['-wal', '-shm']) rmSync(filePath + ending, { force: true })
    writeFileSync(filePath, '')
    const { code, err } = await cli.run(['prompts', 'list'])
    expect([code, err]).toEqual([
      0,
      `dewpoint: The database file was empty, so a new database was begun. [${filePath}] What was stored before is not in it. \`dewpoint restore <file>\` brings a backup back.\n`,
    ])
    expect((await cli.run(['logs', '--level', 'warn'])).out).toContain(`database-empty path=${filePath}`)
    expect((await cli.run(['prompts', 'list'])).err).toBe('')
  })
})

describe('backup and restore', () => {
  it('bring back what was there, and keep what was there since', async () => {
    await addPrompt('First')
    expect(await cli.json(['backup', 'saved'])).toMatchObject({
      file: resolveTestFile('saved'),
      schemaVersion: expect.any(Number),
      rows: { prompts: 1 },
    })
    await addPrompt('Second')
    const restored = await cli.json(['restore', 'saved'])
    expect(restored).toMatchObject({ rows: { prompts: 1 }, kept: expect.stringContaining('replaced-') })
    expect(await prompts()).not.toContain('Second')
    expect(await prompts()).toContain('First')
  })

  it('remove what a killed one has left beside the file', async () => {
    await addPrompt('First')
    // No process has this number on any system.
    const left = '.dewpoint-2147483646-0a1b.tmp'
    for (const name of [left, `${left}-journal`]) writeFileSync(resolveTestFile(name), 'half')
    expect((await cli.run(['backup', 'saved'])).code).toBe(0)
    expect([left, `${left}-journal`].map((name) => existsSync(resolveTestFile(name)))).toEqual([false, false])
  })

  it('replace a file only with --force', async () => {
    writeFileSync(resolveTestFile('saved'), 'mine')
    expect(await cli.run(['backup', 'saved'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^dewpoint: This file exists already\. .* add --force\.\n$/),
    })
    expect(readFileSync(resolveTestFile('saved'), 'utf8')).toBe('mine')
    expect((await cli.run(['backup', 'saved', '--force'])).code).toBe(0)
    expect(statSync(resolveTestFile('saved')).size).toBeGreaterThan(10_000)
  })

  it('say what is wrong with a file that is no backup, in one line', async () => {
    writeFileSync(resolveTestFile('saved'), 'mine '.repeat(1000))
    const { code, err } = await cli.run(['restore', 'saved'])
    expect([code, err]).toEqual([2, expect.stringMatching(/^dewpoint: This is no whole database .*\n$/)])
    expect((await cli.run(['restore', 'nowhere'])).err).toMatch(/it is not there\. \[.*nowhere\]/)
  })
})

describe('a source, or what Dewpoint keeps for itself', () => {
  it.each([
    ['backup', 'task/saved', 'Nothing is ever written into the source.'],
    ['backup', 'link/saved', 'Nothing is ever written into the source.'],
    ['backup', 'data/dewpoint.sqlite', 'Dewpoint keeps its own data in this folder'],
    ['backup', 'data/dewpoint.sqlite-wal', 'Dewpoint keeps its own data in this folder'],
    ['backup', 'data/search.sqlite', 'Dewpoint keeps its own data in this folder'],
    ['backup', 'data/logs/dewpoint.1.log', 'Dewpoint keeps its own data in this folder'],
    ['backup', 'data/saved', 'Dewpoint keeps its own data in this folder'],
  ])('is never written to by %s %s', async (name, path, text) => {
    cpSync('resources/sample-task', resolveTestFile('task'), { recursive: true })
    symlinkSync(resolveTestFile('task'), resolveTestFile('link'))
    const before = readFileSync(resolveTestFile('data/dewpoint.sqlite'))
    for (const line of [
      [name, path],
      ['doctor', '--salvage', path],
    ]) {
      const { code, err } = await cli.run([...line, '--force'])
      expect([code, err]).toEqual([2, expect.stringContaining(text)])
    }
    expect(existsSync(resolveTestFile('task/saved')) || existsSync(resolveTestFile('data/saved'))).toBe(false)
    expect(readFileSync(resolveTestFile('data/dewpoint.sqlite')).equals(before)).toBe(true)
  })
})

describe('salvage', () => {
  it('gives a database that can be restored', async () => {
    await addPrompt('First')
    // Of several pages, which come to lie behind all others: the last one is no page of the list of tables.
    await addPrompt('Long', 'Be short. '.repeat(2000))
    const whole = readFileSync(resolveTestFile('data/dewpoint.sqlite'))
    writeFileSync(resolveTestFile('data/dewpoint.sqlite'), whole.subarray(0, -4096))
    expect(await cli.run(['prompts', 'list'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^dewpoint: The database is damaged.*--salvage/),
    })
    expect(await cli.json(['doctor', '--salvage', 'saved'])).toMatchObject({
      file: resolveTestFile('saved'),
      orphans: [],
      tables: expect.arrayContaining([
        { table: 'prompts', copied: 2, lost: 0, isCounted: true, isTorn: false },
        { table: 'prompt_versions', copied: 1, lost: 0, isCounted: false, isTorn: true },
      ]),
    })
    expect((await cli.run(['restore', 'saved'])).code).toBe(0)
    expect(await prompts()).toContain('First')
  })

  it('has beside it the last backup that is whole, which the doctor names', async () => {
    await addPrompt('First')
    const backup = resolveTestFile('data/backups/dewpoint-backup-20260101T000000000Z.sqlite')
    mkdirSync(resolveTestFile('data/backups'))
    expect((await cli.run(['backup', 'saved'])).code).toBe(0)
    cpSync(resolveTestFile('saved'), backup)
    utimesSync(backup, 1_767_225_600, 1_767_225_600)
    const newer = resolveTestFile('data/backups/dewpoint-backup-20260201T000000000Z.sqlite')
    writeFileSync(newer, readFileSync(backup).fill(0, 20_000, 60_000))
    expect((await cli.run(['doctor'])).out).not.toContain('Last verified backup')
    writeFileSync(
      resolveTestFile('data/dewpoint.sqlite'),
      readFileSync(resolveTestFile('data/dewpoint.sqlite')).fill(0, 0, 100),
    )
    const { code, out } = await cli.run(['doctor', '--json'])
    const checks = z.array(z.object({ id: z.string(), detail: z.string() })).parse(JSON.parse(out))
    const { detail = '' } = checks.find(({ id }) => id === 'database-backup') ?? {}
    expect([code, detail]).toEqual([
      1,
      `${backup}, made 2026-01-01 00:00 UTC. \`dewpoint restore "${backup}"\` puts it in place; the damaged database is kept beside it.`,
    ])
    expect((await cli.run(['restore', backup])).code).toBe(0)
    expect(await prompts()).toContain('First')
    rmSync(backup)
    writeFileSync(
      resolveTestFile('data/dewpoint.sqlite'),
      readFileSync(resolveTestFile('data/dewpoint.sqlite')).fill(0, 0, 100),
    )
    expect((await cli.run(['doctor'])).out).toContain('There is none in the data folder')
  })

  it('needs a database, and --force needs it', async () => {
    expect(await cli.run(['doctor', '--force'])).toMatchObject({ code: 2 })
    const line = ['doctor', '--salvage', 'saved', '--data', resolveTestFile('none')]
    expect((await cli.run(line)).err).toMatch(/^dewpoint: There is no database yet\./)
    expect(existsSync(resolveTestFile('none'))).toBe(false)
  })
})
