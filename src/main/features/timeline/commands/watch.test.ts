import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { liveContextSchema, lossForecastSchema } from '../../../../shared/timeline/types.ts'
import { makeCommandLine, type CommandLine } from '../../../cli/testing/command-line.ts'
import { resourcesFolder } from '../../../testing/start-dewpoint.ts'

const liveSchema = z.object({ ...liveContextSchema.shape, ifCondensed: lossForecastSchema })

/** Two messages as Claude Code keeps them. */
const session = ['user', 'assistant']
  .map((role, at) =>
    JSON.stringify({
      type: role,
      uuid: `u${at}`,
      parentUuid: at === 0 ? null : 'u0',
      sessionId: 's',
      timestamp: '2026-01-01T00:00:00.000Z',
      message: {
        role,
        content: 'hello',
        ...(role === 'user'
          ? {}
          : { id: 'm', model: 'claude-opus-4-5', usage: { input_tokens: 900, output_tokens: 5 } }),
      },
    }),
  )
  .join('\n')

let line: CommandLine
beforeAll(async () => {
  line = await makeCommandLine()
  await cp(join(resourcesFolder, 'sample-task'), join(line.folder, 'task'), { recursive: true })
})
afterAll(() => line.clean())

describe('dewpoint watch', () => {
  it('says on one line how full the context is and when it condenses', async () => {
    const { code, out } = await line.run(['watch', 'task', '--once'])
    expect(code).toBe(0)
    expect(out).toMatch(/^111,358 of 200,000 tokens \(.*\) · .*when it condenses\n$/)
    expect(out.trimEnd()).not.toContain('\n')
  })

  it('says the same as figures, one object a line', async () => {
    expect(await line.json(['watch', 'task', '--once'])).toMatchObject({
      contextTokens: 111_358,
      windowTokens: 200_000,
      trigger: null,
    })
  })

  it('has what fills the window, which adds up, and what would go if it condensed now', async () => {
    const { contextTokens, fills, ifCondensed } = liveSchema.parse(
      await line.json(['watch', 'task', '--once']),
    )
    const filled = fills.reduce((sum, { tokens }) => sum + tokens, 0)
    expect(Math.abs(filled - contextTokens)).toBeLessThan(fills.length)
    expect(fills.map(({ tokens }) => tokens)).toEqual(
      fills.map(({ tokens }) => tokens).toSorted((a, b) => b - a),
    )
    expect(ifCondensed.method).toBe('roo-current')
    expect(ifCondensed.tokensAfter).toBeLessThan(ifCondensed.tokensBefore)
    expect(ifCondensed.lost.length).toBeGreaterThan(0)
    expect(ifCondensed.lost.length).toBeLessThanOrEqual(ifCondensed.things)
  })

  it('goes by the settings of the agent for a session that lies where the agent keeps them', async () => {
    const projects = join(line.folder, '.claude', 'projects', 'app')
    await mkdir(projects, { recursive: true })
    await writeFile(join(projects, 's.jsonl'), session)
    await writeFile(join(line.folder, '.claude', 'settings.json'), '{"autoCompactWindow": 133000}')
    const file = join(projects, 's.jsonl')
    expect(await line.json(['watch', file, '--once'], { HOME: line.folder })).toMatchObject({
      trigger: { tokens: 100_000, from: 'settings' },
    })
    await writeFile(join(line.folder, '.claude', 'settings.json'), '{ broken')
    expect(await line.json(['watch', file, '--once'], { HOME: line.folder })).toMatchObject({
      trigger: { from: 'rule' },
    })
  })

  it('ends when it is stopped', async () => {
    const { out } = await line.run(['watch', 'task'], {}, AbortSignal.abort())
    expect(out).toBe('')
  })

  it('says what is no session', async () => {
    expect(await line.run(['watch', 'gone', '--once'])).toMatchObject({ code: 2, out: '' })
  })
})
