import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeCommandLine, type Answer, type CommandLine } from '../../../cli/testing/command-line.ts'
import { expectJson } from '../../../cli/testing/expect-json.ts'
import { samplePath } from '../../../testing/run-bench.ts'
import { resourcesFolder } from '../../../testing/start-dewpoint.ts'

/** Experiments on the command line, as a script or a CI job would run them. */
let line: CommandLine
beforeEach(async () => {
  line = await makeCommandLine({ hasSample: true })
  await cp(samplePath, join(line.folder, 'task'), { recursive: true })
})
afterEach(() => line.clean())

const dewpoint = (...args: readonly string[]): Promise<Answer> => line.run(args)

const json = (...args: readonly string[]) => expectJson(line, ...args)

async function write(name: string, text: string): Promise<string> {
  await writeFile(join(line.folder, name), text)
  return name
}

const small = `
name: small
tasks: [./task]
checkpoints: { at: [0.4, 0.8] }
variants:
  - { id: summary, provider: native }
  - { id: lossless, provider: lossless }
`
/** What each ends with on the one task of the sample: where it asks for a verdict, the data do not suffice. */
const examples = {
  'first-or-latest-copy': 0,
  ledger: 0,
  'lossless-prelude': 3,
  'prompt-against-prompt': 3,
  thresholds: 0,
} as const

it('ships no other examples than those that are tried here', async () => {
  const names = await readdir(join(resourcesFolder, '..', 'examples'))
  const files = names.filter((name) => name.endsWith('.yaml')).toSorted()
  expect(files).toEqual(Object.keys(examples).map((name) => `${name}.yaml`))
})

it.each(Object.entries(examples))(
  'runs examples/%s.yaml as it is, and none of its assertions fails',
  async (name, code) => {
    const ran = await dewpoint(
      'experiment',
      'run',
      join(resourcesFolder, '..', 'examples', `${name}.yaml`),
      '--json',
    )
    expect(ran.code).toBe(code)
    const shown = JSON.parse(ran.out)
    const states = shown.assertions.map(({ state }: { state: string }) => state)
    expect(states).not.toContain('failed')
    expect(states.includes('inconclusive')).toBe(code === 3)
    expect(shown).toMatchObject({ status: 'finished', cells: { failed: 0 }, costUsd: 0 })
    expect(shown.cells.done).toBe(shown.cells.total)
    expect(shown.assertions.length).toBeGreaterThan(0)
    expect(await json('experiment', 'show', join(resourcesFolder, '..', 'examples', `${name}.yaml`))).toEqual(
      shown,
    )
  },
)

it('ends with 1 where an assertion fails, and says so in JUnit XML; reports are verified', async () => {
  const text = `${small}assert:\n  - { metric: reduction, min: 60 }\n`
  const file = await write('asserting.yaml', text)
  const ran = await dewpoint('experiment', 'run', file, '--junit', 'junit.xml', '--out', 'report.html')
  expect(ran.code).toBe(1)
  expect(ran.out).toMatch(/^Reduction +summary +at least 60 .*✓ holds/m)
  expect(ran.out).toMatch(/^Reduction +lossless +at least 60 .*✗ does not hold/m)
  const junit = await readFile(join(line.folder, 'junit.xml'), 'utf8')
  expect(junit).toContain('tests="2" failures="1" errors="0"')
  expect(await dewpoint('report', 'verify', 'report.html')).toMatchObject({ code: 0, err: '' })
  const report = await readFile(join(line.folder, 'report.html'), 'utf8')
  const mean = /\d\d\.\d\u202f%/.exec(report)?.[0] ?? ''
  await write('changed.html', report.replaceAll(mean, '99.9\u202f%'))
  const changed = await dewpoint('report', 'verify', 'changed.html')
  expect(changed).toMatchObject({ code: 1, err: '' })
  expect(changed.out).toContain('99.9')
  expect(await dewpoint('report', 'verify', 'asserting.yaml')).toMatchObject({ code: 2, out: '' })
})

it('exports, imports, lists and removes', async () => {
  await dewpoint('experiment', 'run', await write('small.yaml', small))
  for (const format of ['html', 'md', 'csv', 'json', 'jsonl']) {
    const { code, out } = await dewpoint('experiment', 'export', 'small', '--format', format)
    expect({ code, isEmpty: out.length < 100 }).toEqual({ code: 0, isEmpty: false })
  }
  const whole = ['experiment', 'export', 'small', '--format', 'json', '--out', 'small.json', '--with-results']
  expect(await dewpoint(...whole)).toMatchObject({ code: 0 })
  expect(await dewpoint(...whole)).toMatchObject({
    code: 2,
    err: expect.stringContaining('exists already'),
  })
  const imported = await json('experiment', 'import', 'small.json')
  expect(imported).toMatchObject({ name: 'small', isImported: true, cells: { done: 4 } })
  expect(await json('experiment', 'list')).toMatchObject([
    { name: 'small' },
    { name: 'small' },
    { isSample: true },
  ])
  expect(await dewpoint('experiment', 'remove', 'small')).toMatchObject({
    code: 2,
    err: expect.stringContaining(imported.id),
  })
  expect(await json('experiment', 'remove', imported.id)).toEqual({
    removed: { id: imported.id, name: 'small' },
  })
  expect(await json('experiment', 'show', 'smal')).toMatchObject({ name: 'small' })
})

it('says what it would do and take, and starts nothing', async () => {
  const file = await write('small.yaml', small)
  expect(await json('experiment', 'check', file)).toMatchObject({ ok: true, cells: 4 })
  expect(await json('experiment', 'run', file, '--estimate')).toMatchObject({ cells: 4, costUsd: 0 })
  expect(await json('experiment', 'list')).toMatchObject([{ isSample: true }])
})

it('names every fault of a file with its place, and ends with 2', async () => {
  const file = await write(
    'bad.yaml',
    'name: bad\ntasks: [./task]\nvariant: []\nvariants:\n  - { id: a b, provider: native }\n',
  )
  for (const verb of ['run', 'check']) {
    const { code, out, err } = await dewpoint('experiment', verb, file)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/^dewpoint: .*Did you mean variants\? \[.*bad\.yaml:3:1\]$/m)
    expect(err).toMatch(/^dewpoint: .* \[.*bad\.yaml:5:11\] Correct the file. Its schema is/m)
    expect(err.trimEnd().split('\n')).toHaveLength(2)
  }
  const nobody = await dewpoint(
    'experiment',
    'run',
    await write('x.yaml', small.replace('lossless }', 'losles }')),
  )
  expect(nobody).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/losles.*x\.yaml:7:/) })
})

// Windows allows no such names.
it.skipIf(process.platform === 'win32')('takes names that are made to be misread', async () => {
  const hostile = `it's "a" [b]* {c,d} $(touch x) \u001B[31m\n&amp;`
  await cp(samplePath, join(line.folder, hostile, 'task [1]*'), { recursive: true })
  // A task of its own: one with the same messages as the other would be taken once.
  const history = join(line.folder, hostile, 'task [1]*', 'api_conversation_history.json')
  await writeFile(history, (await readFile(history, 'utf8')).replace('<task>', '<task>\\nAgain.'))
  await writeFile(join(line.folder, hostile, `e'x.yaml`), small.replace('[./task]', "['./task [1]*']"))
  const file = join(hostile, `e'x.yaml`)
  expect(await json('experiment', 'run', file)).toMatchObject({ cells: { done: 4 } })
  const elsewhere = await json('experiment', 'run', file, '--tasks', join(hostile, 'task [1]*'), 'task')
  expect(elsewhere).toMatchObject({ tasks: 2, cells: { done: 8 } })
  await writeFile(join(line.folder, hostile, 'bad.yaml'), 'name: x')
  const { err } = await dewpoint('experiment', 'run', join(hostile, 'bad.yaml'))
  expect(err).not.toContain('\u001B')
  expect(err.split('\n').filter((line) => line !== '' && !line.startsWith('dewpoint: '))).toEqual([])
})
