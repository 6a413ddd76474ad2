import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCommandLine, type CommandLine } from '../../../cli/testing/command-line.ts'

let line: CommandLine
beforeAll(async () => {
  line = await makeCommandLine()
})
afterAll(() => line.clean())

describe('dewpoint logs', () => {
  it('shows what earlier commands noted', async () => {
    await line.run(['prompts', 'list'])
    await line.run(['condense', 'nothing', '--provider', 'lossless'])
    const { out } = await line.run(['logs'])
    expect(out).toMatch(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} info started version=.* \(command-line \d+\)\n/,
    )
    expect(out).toMatch(/warn command-failed code=\S+ \(/)
    expect(await line.json(['logs', '--lines', '1'])).toMatchObject([{ event: 'ended', level: 'info' }])
    expect(await line.json(['logs', '--level', 'error', '--since', '1h'])).toEqual([])
    expect(await line.json(['logs', '--since', '2999-01-01'])).toEqual([])
  })

  it('works where the database does not', async () => {
    const before = await line.json(['logs', '--lines', '1'])
    const data = join(line.folder, 'data')
    await line.run(['logs', '--data', join(data, 'elsewhere')])
    expect((await line.run(['logs', '--data', join(data, 'elsewhere')])).out).toMatch(
      /^No entries. The log is in /,
    )
    expect(await line.json(['logs', '--lines', '1'])).toEqual(before)
    await rm(join(data, 'elsewhere'), { recursive: true, force: true })
  })

  it('follows until Ctrl+C', async () => {
    const controller = new AbortController()
    const following = line.run(['logs', '--follow', '--lines', '1', '--json'], {}, controller.signal)
    await line.run(['policy'])
    controller.abort()
    const { code, out } = await following
    expect(code).toBe(0)
    expect(
      out
        .split('\n')
        .filter(Boolean)
        .map((text): unknown => JSON.parse(text))[0],
    ).toMatchObject({ event: 'ended' })
  })

  it('sets the level for what comes', async () => {
    expect((await line.run(['logs', '--set-level', 'error'])).out).toBe(
      'The log records error and above from the next start on.\n',
    )
    const before = await line.json(['logs'])
    await line.run(['policy'])
    // The start itself is noted before the setting is known.
    expect(await line.json(['logs', '--level', 'error'])).toEqual([])
    expect(((await line.json(['logs'])) as unknown[]).length).toBe((before as unknown[]).length)
    expect((await line.run(['logs', '--set-level', 'warn'], { DEWPOINT_LOG_LEVEL: 'info' })).out).toMatch(
      /DEWPOINT_LOG_LEVEL goes before it/,
    )
  })

  it.each([
    ['--level', 'loud'],
    ['--since', 'yesterday'],
    ['--lines', '0'],
  ])('refuses %s %s', async (option, value) => {
    expect((await line.run(['logs', option, value])).code).toBe(2)
  })
})
