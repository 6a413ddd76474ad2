import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runScript, toolScript } from './run-command.ts'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-gate-'))
  await writeFile(join(folder, 'both.mjs'), "console.log('out'); console.error('err'); process.exitCode = 3")
  await writeFile(
    join(folder, 'coloured.mjs'),
    "process.stdout.write('\\u001B[31mre'); process.stdout.write('d\\u001B[39m\\n'); console.error('second')",
  )
  await writeFile(join(folder, 'killed.mjs'), "process.kill(process.pid, 'SIGKILL')")
  await writeFile(join(folder, 'env.mjs'), 'console.log(process.env.GREETING, process.version)')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('running a step of the gate', () => {
  it('gives the exit code and both streams', async () => {
    const { code, output } = await runScript(join(folder, 'both.mjs'), [])
    expect(code).toBe(3)
    expect(output.split('\n').toSorted()).toEqual(['', 'err', 'out'])
  })

  it('tells each line of both streams, without its colours', async () => {
    const lines: string[] = []
    await runScript(join(folder, 'coloured.mjs'), [], { onLine: (line) => lines.push(line) })
    expect(lines.toSorted()).toEqual(['red', 'second'])
  })

  it('takes a crash and a script that is not there for failures', async () => {
    expect((await runScript(join(folder, 'nowhere.mjs'), [])).code).toBe(1)
    const { code } = await runScript(join(folder, 'killed.mjs'), [])
    expect(code === 0).toBe(false)
  })

  it('runs on this Node and adds to its environment', async () => {
    const { output } = await runScript(join(folder, 'env.mjs'), [], { env: { GREETING: 'hello' } })
    expect(output).toBe(`hello ${process.version}\n`)
  })

  it('finds the script behind a command', () => {
    expect(toolScript('typescript', 'tsc')).toMatch(/typescript.bin.tsc$/)
    expect(() => toolScript('typescript', 'nothing')).toThrow('typescript has no command nothing')
  })
})
