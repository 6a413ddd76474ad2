import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeCommandLine, type Answer, type CommandLine } from '../../../cli/testing/command-line.ts'
import { samplePath } from '../../../testing/run-bench.ts'

/** Pins on the command line, as a script would use them. */
let line: CommandLine
beforeEach(async () => {
  line = await makeCommandLine()
  await cp(samplePath, join(line.folder, 'task'), { recursive: true })
})
afterEach(() => line.clean())

const dewpoint = (...args: readonly string[]): Promise<Answer> => line.run(args)

async function json(...args: readonly string[]) {
  const { code, out, err } = await dewpoint(...args, '--json')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return JSON.parse(out)
}

const sourceFile = () => join(line.folder, 'task', 'api_conversation_history.json')

it('adds, lists, removes and clears pins', async () => {
  expect(await dewpoint('pins', 'list', 'task')).toEqual({ code: 0, out: 'Nothing is pinned.\n', err: '' })
  const added = await dewpoint('pins', 'add', 'task', '40', '12.0', '--note', 'The rule')
  expect(added).toMatchObject({ code: 0, err: '' })
  expect(added.out).toMatch(/^12\.0 +holds .*The rule$/m)
  expect(added.out).toMatch(/^40 +holds +\w+ +message .*The rule$/m)
  expect(added.out).toMatch(/^1 message and 1 part stay in every result: [\d,]+ tokens\.$/m)
  const listed = await json('pins', 'list', 'task')
  expect(listed.pins).toMatchObject([
    { messageIndex: 12, partIndex: 0, state: 'holds', note: 'The rule' },
    { messageIndex: 40, partIndex: null, state: 'holds', note: 'The rule' },
  ])
  expect((await json('pins', 'remove', 'task', '12.0')).pins).toHaveLength(1)
  expect((await json('pins', 'clear', 'task')).pins).toEqual([])
})

it('names what there is not to pin, or what is not pinned', async () => {
  for (const [args, said] of [
    [['pins', 'add', 'task', '5', '999'], /There is no message #999 to pin/],
    [['pins', 'add', 'task', '5.77'], /Message #5 has no part 77 to pin/],
    [['pins', 'remove', 'task', '5'], /Message #5 is not pinned/],
    [['condense', 'task', '-p', 'sliding-window', '--pin', '999'], /There is no message #999 to pin/],
  ] as const) {
    const { code, out, err } = await dewpoint(...args)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(said)
    expect(err.trimEnd()).not.toContain('\n')
  }
  expect((await json('pins', 'list', 'task')).pins).toEqual([])
})

it('keeps what is pinned in the task and by --pin, and says so', async () => {
  const source: { role: string; content: unknown }[] = JSON.parse(await readFile(sourceFile(), 'utf8'))
  const condense = (...args: readonly string[]) =>
    json('condense', 'task', '-p', 'sliding-window', '--with-messages', ...args)
  const texts = ({ messages }: { messages: unknown[] }) => messages.map((message) => JSON.stringify(message))
  const [ten, twenty] = [source[10], source[20]].map((message) => JSON.stringify(message))
  const without = texts(await condense())
  expect(without).not.toContain(ten)
  await json('pins', 'add', 'task', '10')
  const both = await condense('--pin', '20')
  expect(texts(both)).toEqual(expect.arrayContaining([ten, twenty]))
  expect(both.trace).toMatchObject([{ label: 'Pins', reason: expect.stringContaining('2 messages stay') }])
  expect(both.passes.at(-1)).toMatchObject({ id: 'pins', tokensAfter: both.stats.finalTokens })
  const own = texts(await condense('--no-pins', '--pin', '20'))
  expect(own).not.toContain(ten)
  expect(own).toContain(twenty)
  const { out } = await dewpoint('condense', 'task', '-p', 'sliding-window')
  expect(out).toMatch(/^pins +1 message stays as it is: [\d,]+ tokens\.$/m)
})

it('warns where what is pinned is larger than the target', async () => {
  const { warnings } = await json('condense', 'task', '-p', 'sliding-window', '--pin', '1', '--target', '5')
  expect(warnings.map(({ code }: { code: string }) => code)).toContain('pins-exceed-target')
})

it('says which pins no longer fit a file that has changed', async () => {
  await json('pins', 'add', 'task', '3', '5')
  const source: { content: unknown }[] = JSON.parse(await readFile(sourceFile(), 'utf8'))
  source[3] = { ...source[3], content: 'Other words.' }
  await writeFile(sourceFile(), JSON.stringify(source.slice(0, 60)))
  const { out } = await dewpoint('pins', 'list', 'task')
  expect(out).toMatch(/^3 +changed since, does not count .*Other words\.$/m)
  expect(out).toMatch(/^5 +holds /m)
})
