import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCommandLine, type CommandLine } from '../../../cli/testing/command-line.ts'
import { resourcesFolder } from '../../../testing/start-dewpoint.ts'

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

  it('ends when it is stopped', async () => {
    const { out } = await line.run(['watch', 'task'], {}, AbortSignal.abort())
    expect(out).toBe('')
  })

  it('says what is no session', async () => {
    expect(await line.run(['watch', 'gone', '--once'])).toMatchObject({ code: 2, out: '' })
  })
})
