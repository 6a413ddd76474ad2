import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCommandLine, type CommandLine } from '../../../cli/testing/command-line.ts'

let line: CommandLine
beforeAll(async () => {
  line = await makeCommandLine()
  await writeFile(join(line.folder, 'one.md'), 'Be short.\nBe exact.\n')
  await writeFile(join(line.folder, 'two.md'), 'Be shorter.\nBe exact.\n')
  await writeFile(join(line.folder, 'empty.md'), ' \n')
})
afterAll(() => line.clean())

const prompts = (text: string) => line.run(['prompts', ...text.split(' ')])

describe('dewpoint prompts', () => {
  it('adds a prompt, then versions of it, and none for the same text', async () => {
    expect(await prompts('add Short --file one.md')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Version 1 of Short added\. Its id is short\.\n/),
    })
    expect(await prompts('add short --file two.md --note Tighter')).toMatchObject({
      out: expect.stringMatching(/^Version 2 of Short added/),
    })
    expect(await prompts('add Short --file two.md')).toMatchObject({
      out: expect.stringMatching(/^Version 2 of Short already has this text/),
    })
  })

  it('lists them after those that ship', async () => {
    const { out } = await line.run(['prompts'])
    expect(out).toMatch(/built in\n[^]*short +Short +conversation +2/)
    expect(await line.json(['prompts'])).toContainEqual(
      expect.objectContaining({ name: 'Short', versions: expect.objectContaining({ length: 2 }) }),
    )
  })

  it('shows the newest version, or the one that is named', async () => {
    expect(await prompts('show short')).toEqual({ code: 0, out: 'Be shorter.\nBe exact.\n', err: '' })
    expect(await prompts('show short --version 1')).toMatchObject({ out: 'Be short.\nBe exact.\n' })
    expect(await line.json(['prompts', 'show', 'short'])).toMatchObject({ version: 2, note: 'Tighter' })
  })

  it('compares two versions, the last two where none are named', async () => {
    const { out } = await prompts('diff short --from 1 --to 2')
    expect(out).toMatch(/^--- short, version 1\n\+\+\+ short, version 2\n/)
    expect(out).toContain('-Be short.\n+Be shorter.\n Be exact.\n')
    expect(await prompts('diff short')).toMatchObject({ code: 0, out })
    expect(await prompts('diff short --from 2 --to 2')).toMatchObject({ code: 0, out: '' })
    expect((await prompts('diff short --from 2 --to 1')).out).toContain('-Be shorter.\n+Be short.\n')
  })

  it.each([
    ['show nobody', /There is no prompt nobody/],
    ['show short --version 3', /Short has no version 3. It has 2 versions/],
    ['show short --version 0', /1, 2 and so on/],
    ['add x', /--file/],
    ['add x --file nowhere.md', /could not be read/],
    ['add x --file empty.md', /is empty/],
    ['add short --file one.md --purpose tool-output', /Short is for conversation/],
    ['add built-in-conversation --file one.md', /ships with Dewpoint/],
    ['remove built-in-conversation', /ships with Dewpoint/],
    ['diff nobody', /There is no prompt nobody/],
  ])('refuses `%s` with one line and exit code 2', async (text, message) => {
    const { code, out, err } = await prompts(text)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(message)
    expect(err.trimEnd()).not.toContain('\n')
  })

  it('removes a prompt with its versions', async () => {
    expect(await prompts('remove Short')).toMatchObject({ code: 0, out: 'Short removed with 2 versions.\n' })
    expect(await prompts('show short')).toMatchObject({ code: 2 })
  })
})

describe('dewpoint policy', () => {
  it('shows and sets what holds for every condensation', async () => {
    const { out } = await line.run(['policy'])
    expect(out).toMatch(
      /threshold +100 %\n[^]*budget-per-task +none\nbudget-per-day +none\nspent today +\$0 in 0 calls\n/,
    )
    const set = ['policy', '--set', 'threshold=75', '--set', 'budget-per-day=2', 'auto=off', 'stop=40']
    expect(await line.json(set)).toMatchObject({
      policy: { thresholdPercent: 75, budgetPerDayUsd: 2, autoCondense: false, stopPercent: 40 },
      today: { spentUsd: 0, limitUsd: 2 },
    })
    expect(await line.json(['policy', '--set', 'budget-per-day=none'])).toMatchObject({
      policy: { thresholdPercent: 75, budgetPerDayUsd: null },
    })
  })

  it.each([
    ['threshold=4', /threshold must be at least 5/],
    ['budget-per-run=0', /budget-per-run must be more than 0/],
    ['threshold=', /threshold must be a number/],
    ['threshold', /--set takes key=value/],
    ['threshold=75=3', /--set takes key=value/],
    ['bogus=1', /no bogus. Keys: auto, threshold,/],
  ])('refuses %s', async (change, message) => {
    const before = await line.json(['policy'])
    const { code, err } = await line.run(['policy', '--set', change])
    expect(code).toBe(2)
    expect(err).toMatch(message)
    expect(await line.json(['policy'])).toEqual(before)
  })
})
