import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { plantedResultSchema } from '../../../../shared/planted/planted-types.ts'
import { makeCommandLine, type CommandLine } from '../../../cli/testing/command-line.ts'
import { expectJson } from '../../../cli/testing/expect-json.ts'
import { arms } from '../../../methods/arms.ts'
import { pickScoreboardArms, scoreboardLayout } from './build-scoreboard.ts'

let line: CommandLine
beforeEach(async () => {
  line = await makeCommandLine()
})
afterEach(() => line.clean())

const small = ['--histories', '2', '--size', '5k']

describe('the scoreboard', () => {
  it('is written as a page with its picture', async () => {
    const methods = ['--methods', 'codex-remote-like,lossless,sliding-window']
    const { code, err } = await line.run(['scoreboard', ...small, ...methods, '--out', 'board.md'])
    expect(err).toBe('')
    expect(code).toBe(0)
    const page = await readFile(join(line.folder, 'board.md'), 'utf8')
    const picture = await readFile(join(line.folder, 'board.svg'), 'utf8')
    expect(page).toContain('](board.svg)')
    expect(page).toMatch(/^\| codex-remote-like \\\* \|( [▲≈▼] \d+ \|){4}/m)
    expect(page).toMatch(/^\| control: what was said \|/m)
    expect(page).toContain("--methods 'codex-remote-like,lossless,sliding-window' --histories 2 --size 5000")
    expect(picture).toMatch(/^<svg xmlns/)
    expect(picture).toContain('codex-remote-like *')
    expect(picture).not.toMatch(/NaN|undefined|Infinity/)
  })

  it('takes every method that needs no key, and those that are named', async () => {
    expect(pickScoreboardArms(arms)).toEqual(
      expect.arrayContaining(['claude-code', 'inspect-trim', 'clear-tool-uses', 'smart', 'native-selective']),
    )
    for (const id of ['recorded', 'openai-compact', 'copilot-threshold-only', 'smart-balanced'])
      expect(pickScoreboardArms(arms)).not.toContain(id)
    const result = plantedResultSchema.parse(
      await expectJson(line, 'scoreboard', ...small, '--methods', 'lossless,truncation'),
    )
    expect(result.methods.map(({ id }) => id)).toEqual(['lossless', 'truncation'])
  })

  it.each([
    [['--methods', 'nobody'], /nobody/],
    [['--out', 'board.html'], /end with \.md/],
    [['--histories', '1'], /one has no interval/],
    [['no-such-folder'], /no task no-such-folder/],
  ])('refuses %j', async (words, message) => {
    const { code, err } = await line.run(['scoreboard', ...small, ...words])
    expect(code).not.toBe(0)
    expect(err).toMatch(message)
  })
})

it('is kept in the docs as this version would write it: `npm run scoreboard` makes it anew', () => {
  const root = join(import.meta.dirname, '../../../../..')
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  const docs = join(root, 'docs')
  const page = readFileSync(join(docs, 'scoreboard.md'), 'utf8')
  expect(page).toContain(`${version}, layout ${scoreboardLayout}`)
  const table = page.split('\n## ').find((section) => section.startsWith('Methods\n')) ?? ''
  const named = [...table.matchAll(/^\| ([a-z][a-z\d-]+)(?: \\\*)? +\|/gm)].map(([, id]) => id)
  expect(named).toEqual(['method', ...pickScoreboardArms(arms)])
  expect(readFileSync(join(docs, 'scoreboard.svg'), 'utf8')).toContain('By kind')
})
