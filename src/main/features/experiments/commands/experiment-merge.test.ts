import { appendFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCommandLine, type CommandLine } from '../../../cli/testing/command-line.ts'
import { resourcesFolder } from '../../../testing/start-dewpoint.ts'

let line: CommandLine
beforeAll(async () => {
  line = await makeCommandLine()
  await mkdir(join(line.folder, 'task'))
  await cp(join(resourcesFolder, 'sample-task'), join(line.folder, 'task'), { recursive: true })
  await writeFile(
    join(line.folder, 'e.yaml'),
    `name: split
tasks: [./task]
checkpoints: { at: [0.5, 0.8] }
budgetUsd: 0.5
variants: [{ id: base, provider: lossless }, { id: short, provider: sliding-window }]
metrics: [reduction, validity]
assert: [{ metric: reduction, variant: short, min: 99 }]
`,
  )
})
afterAll(() => line.clean())

const runShard = (share: string, ...more: string[]) =>
  line.run(['experiment', 'run', 'e.yaml', '--shard', share, ...more])

it('runs shards, says what each holds and what each may spend, and merges them with the verdict of one run', async () => {
  for (const index of [1, 2, 3]) {
    const { code, out, err } = await runShard(`${index}/3`, '--out', `part${index}.jsonl`)
    expect({ code, err }).toEqual({
      code: 0,
      err: expect.stringContaining('The budget of $0.5000 is that of each shard: 3 shards may spend $1.50'),
    })
    expect(out).toMatch(
      new RegExp(`^Shard ${index} of 3: \\d of \\d cells? done, \\$0. The part is .*part${index}`),
    )
  }
  const parts = ['part1.jsonl', 'part2.jsonl', 'part3.jsonl']
  const merged = await line.run(['experiment', 'merge', ...parts, '--out', 'merged.html'])
  expect(merged).toMatchObject({ code: 1, err: expect.stringContaining('The report is ') })
  expect(merged.out).toContain('Reduction  short    at least 99  48.2 %  ✗ does not hold')
  expect(await line.run(['report', 'verify', 'merged.html'])).toMatchObject({ code: 0 })
  const whole = await line.run(['experiment', 'run', 'e.yaml', '--no-cache'])
  expect(whole.code).toBe(1)
})

it('refuses what is missing, damaged, or not named, with exit code 2 and one line', async () => {
  const refused = async (args: readonly string[]): Promise<string> => {
    const { code, out, err } = await line.run(args)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    return err
  }
  expect(await refused(['experiment', 'merge', 'part1.jsonl', 'part3.jsonl'])).toMatch(
    /^dewpoint: The parts are not the whole experiment\. Shard 2 of 3 is missing\. .* `--partial`\.\n$/,
  )
  expect(await line.run(['experiment', 'merge', 'part1.jsonl', 'part3.jsonl', '--partial'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('Shard 2 of 3 is missing.'),
  })
  await writeFile(
    join(line.folder, 'cut.jsonl'),
    (await readFile(join(line.folder, 'part2.jsonl'))).subarray(0, -40),
  )
  expect(await refused(['experiment', 'merge', 'part1.jsonl', 'cut.jsonl'])).toMatch(
    /cut short.*\[cut\.jsonl:\d\]/,
  )
  await appendFile(join(line.folder, 'cut.jsonl'), '\n')
  expect(await refused(['experiment', 'merge', 'e.yaml'])).toContain('This is no part of an experiment')
  expect(await refused(['experiment', 'run', 'e.yaml', '--shard', '1/3'])).toContain('Nothing says where')
  expect(await refused(['experiment', 'run', 'e.yaml', '--shard', '4/3', '--out', 'x.jsonl'])).toContain(
    '3/8',
  )
  expect(await refused(['experiment', 'run', 'e.yaml', '--shard', '1/3', '--out', 'x.html'])).toContain(
    'A part is a .jsonl file.',
  )
})
