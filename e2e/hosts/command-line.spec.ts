import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { cp, mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { runCommand, startCommand, type Ended } from '../fixtures/command-line.ts'
import { outFolder, sampleFolder } from '../fixtures/folders.ts'
import { nodePath } from '../fixtures/node-path.ts'
import { homeEnvironment } from '../fixtures/plain-environment.ts'
import { copyUsedData } from '../fixtures/used-data.ts'

/** The built command line, as a script would call it. */

/** In a process of its own: what a shell sees of codes, streams and pipes. */
function alone(folder: string, ...args: readonly string[]): Promise<Ended> {
  return startCommand(folder, args).ended
}

function dewpoint(folder: string, ...args: readonly string[]): Promise<Ended> {
  return runCommand(folder, args)
}

let folder = ''
let source = ''

test.beforeEach(async ({}, testInfo) => {
  folder = testInfo.outputPath('work')
  await mkdir(folder, { recursive: true })
  await cp(sampleFolder, join(folder, 'task'), { recursive: true })
  await copyUsedData(join(folder, 'data'))
  source = await readFile(join(folder, 'task', 'api_conversation_history.json'), 'utf8')
})

test.afterEach(async () => {
  expect(await readFile(join(folder, 'task', 'api_conversation_history.json'), 'utf8')).toBe(source)
  expect((await readdir(join(folder, 'task'))).length).toBe(4)
})

test('inspects, lists, says no with exit code 1 and answers bad input with exit code 2', async () => {
  await test.step('inspects a task, with its calibration and no broken rule', async () => {
    const { code, out, err } = await dewpoint(folder, 'inspect', 'task', '--json')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    const inspection = JSON.parse(out)
    expect(inspection.messages).toEqual({ total: 99, effective: 99, hidden: 0 })
    expect(inspection.calibration.slope).toBeCloseTo(1.2, 2)
    expect(inspection.calibration.r2).toBeGreaterThan(0.999)
    const kinds: number[] = Object.values(inspection.tokens.byKind)
    expect(kinds.reduce((sum, tokens) => sum + tokens, 0)).toBe(inspection.tokens.total)
    expect(inspection.validity).toEqual([])
  })
  await test.step('answers bad input with one line and exit code 2', async () => {
    await writeFile(join(folder, 'broken.json'), '{ "role": ')
    await writeFile(join(folder, 'empty.json'), '')
    await writeFile(join(folder, 'settings.json'), '{ "keepFirst": "all" }')
    const cases = [
      ['inspect', 'nowhere'],
      ['inspect', 'broken.json'],
      ['inspect', 'empty.json'],
      ['check', 'nowhere'],
      ['expand', 'task'],
      ['condense', 'task', '-p', 'magic'],
      ['condense', 'task', '-p', 'lossless', '--preset', 'magic'],
      ['condense', 'task', '-p', 'truncation', '--settings', 'settings.json'],
      ['condense', 'task', '-p', 'truncation', '--settings', 'nowhere.json'],
    ]
    for (const [index, args] of cases.entries()) {
      const { code, out, err } = await (index === 0 ? alone : dewpoint)(folder, ...args)
      expect({ args, code, out }).toEqual({ args, code: 2, out: '' })
      expect(err).toMatch(/^dewpoint: [^\n]+\n$/)
    }
  })
  await test.step('says no with exit code 1 where a rule is broken', async () => {
    const orphan = [
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: [{ type: 'text', text: 'hi' }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_gone', content: 'x' }] },
    ]
    await writeFile(join(folder, 'orphan.json'), JSON.stringify(orphan))
    const { code, out } = await alone(folder, 'check', 'orphan.json', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      violations: [{ rule: 'tool-pairing', messageIndex: 2 }],
    })
  })
  await test.step('lists providers, presets and what the doctor finds', async () => {
    const providers: { id: string }[] = JSON.parse((await dewpoint(folder, 'providers', '--json')).out)
    expect(providers.map(({ id }) => id)).toEqual(expect.arrayContaining(['lossless', 'truncation']))
    expect((await dewpoint(folder, 'presets', 'lossless')).out).toContain('strict')
    const doctor = await dewpoint(folder, 'doctor')
    expect(doctor.code).toBe(0)
    expect(doctor.out).toContain(join(folder, 'data'))
  })
})

test('condenses without loss, checks the result and gives the source back byte for byte', async () => {
  const condensed = await dewpoint(
    folder,
    'condense',
    'task',
    '-p',
    'lossless',
    '--preset',
    'strict',
    '--out',
    'small.json',
    '--json',
  )
  expect(condensed.code).toBe(0)
  const { status, stats, fidelity, runId } = JSON.parse(condensed.out)
  expect(status).toBe('condensed')
  expect(stats.finalTokens).toBeLessThan(stats.originalTokens)
  expect(fidelity).toEqual({
    reversibleTokens: stats.originalTokens - stats.finalTokens,
    supersededTokens: 0,
  })

  expect((await dewpoint(folder, 'check', 'small.json')).code).toBe(0)
  for (const result of ['small.json', runId]) {
    expect((await dewpoint(folder, 'expand', result)).out).toBe(source)
  }
  // Through a pipe, which takes it piece by piece.
  expect((await alone(folder, 'expand', 'small.json')).out).toBe(source)
  expect((await dewpoint(folder, 'expand', 'small.json', '--out', 'again.json')).code).toBe(0)
  expect(await readFile(join(folder, 'again.json'), 'utf8')).toBe(source)

  const [run] = JSON.parse((await dewpoint(folder, 'runs', 'task', '--json')).out)
  expect(run).toMatchObject({ id: runId, status: 'condensed', providerId: 'lossless', presetId: 'strict' })
})

test('ends with 130 when it is interrupted, and the run says that it was cancelled', async () => {
  const big = Array.from({ length: 60_000 }, (_, n) => ({
    role: n % 2 === 0 ? 'user' : 'assistant',
    content:
      `message ${n} of a long conversation about nothing in particular, which takes a while to count `.repeat(
        8,
      ),
  }))
  await writeFile(join(folder, 'big.json'), JSON.stringify(big))
  const run = startCommand(folder, ['condense', 'big.json', '-p', 'truncation', '--progress'])
  await run.said('\n')
  run.kill('SIGINT')
  const { code, out, err } = await run.ended
  expect(code).toBe(130)
  expect(out).toBe('')
  expect(err).not.toContain('at ')
  const [stored] = JSON.parse((await dewpoint(folder, 'runs', '--json')).out)
  expect(stored.status).toBe('cancelled')
})

test('ends a replay with 130 when it is interrupted', async () => {
  const started = startCommand(folder, ['replay', sampleFolder, '--window', '20000', '--progress'])
  await started.said('none 0/')
  started.kill('SIGINT')
  const { code, out } = await started.ended
  expect({ code, out }).toEqual({ code: 130, out: '' })
})

test('says in one line that its output cannot be written', async () => {
  test.skip(process.platform !== 'linux', 'Only Linux has a disk that is always full.')
  const full = openSync('/dev/full', 'w')
  const child = spawn(nodePath, [join(outFolder, 'main', 'cli.js'), '--help'], {
    cwd: folder,
    env: homeEnvironment(folder),
    stdio: ['ignore', full, 'pipe'],
  })
  closeSync(full)
  let err = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (err += text))
  const [code] = await once(child, 'close')
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(/^dewpoint: The output cannot be written: ENOSPC: [^\n]*\n$/),
  })
})
