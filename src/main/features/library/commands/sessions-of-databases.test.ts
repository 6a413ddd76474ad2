import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCrushSessions } from '../../../agents/testing/crush-database.ts'
import { makeCommandLine, type CommandLine } from '../../../cli/testing/command-line.ts'

let line: CommandLine
const at = (name: string): string => join(line.folder, name)
beforeAll(async () => {
  line = await makeCommandLine()
  addCrushSessions(at('crush.db'), { one: 'First', two: 'Second' }).close()
  addCrushSessions(at('alone.db'), { only: 'Alone' }).close()
})
afterAll(() => line.clean())

describe('a session of a database on the command line', () => {
  it('is named behind the path of the file', async () => {
    expect(await line.json(['inspect', 'crush.db#two'])).toMatchObject({
      task: { format: 'crush', path: at('crush.db#two'), title: 'Title of two' },
    })
  })

  it('is the only one, or is to be chosen from a list', async () => {
    expect(await line.json(['inspect', 'alone.db'])).toMatchObject({ task: { path: at('alone.db#only') } })
    const { code, err } = await line.run(['inspect', 'crush.db'])
    expect(code).not.toBe(0)
    expect(err).toContain('holds 2 sessions')
    expect(err).toContain(`${at('crush.db#two')} (Title of two)`)
    expect((await line.run(['inspect', 'crush.db#three'])).err).toContain('crush.db holds no session three')
  })

  it('is condensed, never into its database', async () => {
    const before = await readFile(at('crush.db'))
    for (const out of ['crush.db', 'crush.db-wal', 'crush.db-shm']) {
      const { code, err } = await line.run([
        'condense',
        'crush.db#one',
        '-p',
        'lossless',
        '--force',
        '--out',
        out,
      ])
      expect([code, err]).toEqual([expect.any(Number), expect.stringContaining('Nothing is ever written')])
    }
    const { code } = await line.run(['condense', 'crush.db#one', '-p', 'lossless', '--out', 'result.json'])
    expect(code).toBe(0)
    expect(await readFile(at('crush.db'))).toEqual(before)
    await expect(stat(at('crush.db-wal'))).rejects.toThrow('ENOENT')
  })
})
