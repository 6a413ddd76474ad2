import { cp, readFile, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeCommandLine, type Answer, type CommandLine } from '../../../cli/testing/command-line.ts'
import { samplePath } from '../../../testing/run-bench.ts'

/** A task that is condensed on the command line. */
let line: CommandLine
let source = ''
const dewpoint = (...args: readonly string[]): Promise<Answer> => line.run(args)

beforeEach(async () => {
  line = await makeCommandLine()
  await cp(samplePath, join(line.folder, 'task'), { recursive: true })
  source = await readFile(join(line.folder, 'task', 'api_conversation_history.json'), 'utf8')
})
afterEach(async () => {
  await expectUntouched()
  await line.clean()
})

async function expectUntouched(): Promise<void> {
  expect(await readFile(join(line.folder, 'task', 'api_conversation_history.json'), 'utf8')).toBe(source)
  expect((await readdir(join(line.folder, 'task'))).length).toBe(4)
}

it('shows what truncation changed, word by word', async () => {
  const { code, out } = await dewpoint('condense', 'task', '-p', 'truncation', '--diff')
  expect(code).toBe(0)
  expect(out).toMatch(/^truncation: condensed$/m)
  expect(out).toMatch(/^@@ #2 -> #2 shortened: /m)
  expect(out).toContain('{+')
  expect(out).not.toContain('\u001B')
})

it('keeps a file that is there, unless it is told otherwise', async () => {
  await writeFile(join(line.folder, 'small.json'), 'mine')
  const args = ['condense', 'task', '-p', 'truncation', '--out', 'small.json']
  const { code, err } = await dewpoint(...args)
  expect(code).toBe(2)
  expect(err).toMatch(/^dewpoint: This file exists already\. .* add --force\.\n$/)
  expect(await readFile(join(line.folder, 'small.json'), 'utf8')).toBe('mine')
  expect((await dewpoint(...args, '--force')).code).toBe(0)
  expect(JSON.parse(await readFile(join(line.folder, 'small.json'), 'utf8')).dewpoint.kind).toBe('result')
})

it('never writes into a task folder, whichever way leads there', async () => {
  await symlink(join(line.folder, 'task'), join(line.folder, 'link'))
  const strict = ['-p', 'lossless', '--preset', 'strict', '--out', 'small.json']
  expect((await dewpoint('condense', 'link', ...strict)).code).toBe(0)
  for (const out of ['task/api_conversation_history.json', 'task/new.json', 'link/new.json']) {
    for (const args of [
      ['condense', 'task', '-p', 'truncation'],
      ['condense', 'link', '-p', 'truncation'],
      ['expand', 'small.json'],
    ]) {
      const { code, err } = await dewpoint(...args, '--force', '--out', out)
      expect(code).toBe(2)
      expect(err).toContain('Nothing is ever written into the source.')
    }
  }
})

it('says what a run would give, stores nothing, and is right where no model is asked', async () => {
  const asked = ['condense', 'task', '--provider', 'smart', '--preset', 'multi-zone']
  const estimated = await dewpoint(...asked, '--estimate', '--json')
  const estimate = JSON.parse(estimated.out)
  expect((await dewpoint('runs', '--json')).out.trim()).toBe('[]')
  const { out, code } = await dewpoint(...asked, '--json')
  const { stats, passes } = JSON.parse(out)
  expect({ code, tokens: estimate.finalTokens }).toEqual({ code: 0, tokens: stats.finalTokens })
  expect(estimate).toMatchObject({ confidence: 1, costUsd: 0 })
  expect(passes.at(-1).tokensAfter).toBe(stats.finalTokens)
})

it('runs a strategy and says which branch it took and why', async () => {
  const { code, out } = await dewpoint('condense', 'task', '--provider', 'adaptive', '--json')
  expect(code).toBe(0)
  const taken = JSON.parse(out).trace.filter(({ decision }: { decision: string }) => decision === 'taken')
  expect(taken[0].reason).toMatch(/^The context is \d+\.\d\d times the target/)
})
