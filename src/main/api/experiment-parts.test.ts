import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ExperimentResults } from '../../shared/experiments/experiment-results-types.ts'
import type { Cell } from '../../shared/experiments/experiment-types.ts'
import { answerToAll } from '../testing/answer-to-all.ts'
import { catchProblem as anyProblemOf } from '../testing/catch-problem.ts'
import { buildPricedAnswer, startRunBench, talk, type RunBench } from '../testing/run-bench.ts'

/** Two machines: the same histories lie at other paths, so that their tasks have other ids. */
let here: RunBench
let there: RunBench
const tasksOf = new Map<RunBench, readonly string[]>()
beforeAll(async () => {
  here = await startRunBench()
  there = await startRunBench()
  for (const bench of [here, there]) {
    const tasks: string[] = []
    for (const [index, count] of [14, 18, 22].entries())
      tasks.push(await bench.open(talk(count, index * 100)))
    tasksOf.set(bench, tasks)
  }
})
afterAll(async () => {
  await here.clean()
  await there.clean()
})

const variants = `variants:
  - { id: native, provider: native }
  - { id: short, provider: sliding-window }
  - { id: twin, provider: sliding-window }
assert: [{ metric: reduction, variant: short, min: 10 }]
`
const yamlOn = (bench: RunBench, body = variants, cuts = '0.5, 0.7'): string =>
  `name: test\ntasks: ${JSON.stringify(tasksOf.get(bench))}\ncheckpoints: { at: [${cuts}] }\n${body}`

async function finish(bench: RunBench, text: string, shard?: { index: number; of: number }): Promise<string> {
  const { summary } = await bench.client.experiments.start({ text, ...(shard ? { shard } : {}) })
  for await (const event of await bench.client.experiments.watch({ experimentId: summary.id })) void event
  return summary.id
}

const problemSchema = z.object({ message: z.string(), where: z.string() })
const catchKnownProblem = async (failing: Promise<unknown>) =>
  problemSchema.parse(await anyProblemOf(failing))

type Part = { readonly name: string; readonly text: string }

async function runExperimentPart(bench: RunBench, index: number, of: number, body?: string): Promise<Part> {
  const experimentId = await finish(bench, yamlOn(bench, body), { index, of })
  return { name: `part${index}.jsonl`, text: (await bench.client.experiments.part({ experimentId })).text }
}

/** Everything but how long it took. */
function untimed({ variants: measured, comparisons, metrics, ...rest }: ExperimentResults): unknown {
  const timed = new Set(metrics.filter(({ group }) => group === 'time').map(({ id }) => id))
  return {
    ...rest,
    variants: measured.map(({ meanDurationMs: _ms, metrics: own, ...variant }) => ({
      ...variant,
      metrics: Object.fromEntries(Object.entries(own).filter(([id]) => !timed.has(id))),
    })),
    comparisons: comparisons.filter(({ metric }) => !timed.has(metric)),
  }
}

const merge = (parts: readonly Part[], isPartial = false) =>
  here.client.experiments.merge({ parts: [...parts], isPartial })

/** A part with one of its lines changed; lines count from 1. */
function edited({ name, text }: Part, line: number, change: (line: string) => string): Part {
  const lines = text.split('\n')
  return { name, text: lines.map((own, at) => (at === line - 1 ? change(own) : own)).join('\n') }
}

describe('eight shards of two machines, merged', () => {
  let whole: string
  let parts: Part[]
  beforeAll(async () => {
    whole = await finish(here, yamlOn(here))
    parts = []
    for (const index of [1, 2, 3, 4, 5, 6, 7, 8])
      parts.push(await runExperimentPart(index % 2 === 1 ? here : there, index, 8))
  })

  it('are one run, figure by figure', async () => {
    const { summary, notes } = await merge(parts.toReversed())
    expect(notes).toEqual([])
    const one = await here.client.experiments.get({ experimentId: whole })
    const merged = await here.client.experiments.get({ experimentId: summary.id })
    expect(merged.summary).toMatchObject({ status: 'finished', name: 'test', costUsd: 0 })
    expect(merged.summary.contentSha256).toBe(one.summary.contentSha256)
    expect(merged.plan).toEqual(one.plan)
    expect(merged.cells.map(({ id }) => id).toSorted()).toEqual(one.cells.map(({ id }) => id).toSorted())
    const results = (experimentId: string) => here.client.experiments.results({ experimentId })
    const [ofOne, ofMerged] = [await results(whole), await results(summary.id)]
    // What this machine had done before it took from there.
    expect(untimed({ ...ofMerged, cells: ofOne.cells })).toEqual(untimed(ofOne))
    expect(ofMerged.comparisons.length).toBeGreaterThan(10)
    const cellId = `native/${tasksOf.get(here)?.[1]}@9/1`
    const [cell, same] = await Promise.all(
      [whole, summary.id].map((experimentId) => here.client.experiments.cell({ experimentId, cellId })),
    )
    expect(same?.measured.filter(({ metric }) => metric !== 'duration')).toEqual(
      cell?.measured.filter(({ metric }) => metric !== 'duration'),
    )
    expect(same?.missing).toBe('')
  })

  it('are shares that differ by a unit at most, twins together', () => {
    const counts = parts.map(({ text }) => text.trim().split('\n').length - 2)
    // 18 cells, of which 6 are the twin of another one, are 12 units.
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(18)
    for (const { text } of parts) {
      const ids = [...text.matchAll(/"cell":\{"id":"([^"]+)"/g)].map(([, id]) => id ?? '')
      const short = ids.filter((id) => id.startsWith('short/')).map((id) => id.slice(6))
      expect(ids.filter((id) => id.startsWith('twin/')).map((id) => id.slice(5))).toEqual(short)
    }
  })

  it('notice a shard that is there twice, and one that is missing', async () => {
    const [first, second, ...rest] = parts
    const again = { ...second!, name: 'copy.jsonl' }
    const { notes } = await merge([first!, second!, again, ...rest])
    expect(notes).toMatchObject([
      { code: 'shard-twice', shard: { index: 2, of: 8 }, files: ['part2.jsonl', 'copy.jsonl'] },
      { code: 'same-cells' },
    ])
    const before = (await here.client.experiments.list()).length
    const problem = await catchKnownProblem(merge([first!, ...rest.slice(1)]))
    expect(problem.message).toMatch(/Shards 2 to 3 of 8 are missing\. \d+ cells of 18 are missing, such as /)
    expect(await here.client.experiments.list()).toHaveLength(before)
    const { summary } = await merge([first!, ...rest.slice(1)], true)
    expect(summary).toMatchObject({ status: 'interrupted', cells: { total: 18 } })
    const { assertions } = await here.client.experiments.results({ experimentId: summary.id })
    expect(assertions).toMatchObject([{ state: 'inconclusive' }])
  })

  it('count cells once that a run of other shards has done as well', async () => {
    const halves = [await runExperimentPart(there, 1, 2), await runExperimentPart(there, 2, 2)]
    const { summary, notes } = await merge([parts[0]!, ...halves])
    expect(notes).toMatchObject([{ code: 'same-cells' }])
    expect(summary).toMatchObject({ status: 'finished', cells: { total: 18, done: 18 } })
  })

  it.each<[string, (content: { cell: Cell; payload?: string }) => void]>([
    ['figures', ({ cell }) => Object.assign(cell.values, { reduction: 1 })],
    [
      'contexts',
      (content) => {
        const packed = Buffer.from(content.payload ?? '', 'base64')
        if (packed.length > 0) content.payload = forgedResult(packed)
      },
    ],
  ])('refuse two that contradict each other in %s, with file and line of both', async (_what, change) => {
    const changed = parts[1]!.text.split('\n').map((line) => {
      const { sha256: _old, ...content } = JSON.parse(line === '' ? '{}' : line)
      if (content.cell !== undefined) change(content)
      return line === '' ? '' : sign(content)
    })
    const forged = { name: 'forged.jsonl', text: changed.join('\n') }
    const problem = await catchKnownProblem(merge([...parts, forged]))
    expect(problem.message).toMatch(/^Two parts contradict each other: .* of the cell \w+\//)
    expect(problem.where).toMatch(/^part2\.jsonl:(\d) and forged\.jsonl:\1$/)
  })

  it('refuse what is of another experiment, and say what differs', async () => {
    const fewer = 'variants:\n  - { id: native, provider: native }\nrepeats: 2\n'
    const other = { ...(await runExperimentPart(here, 1, 1, fewer)), name: 'other.jsonl' }
    const problem = await catchKnownProblem(merge([...parts, other]))
    expect(problem).toMatchObject({ where: 'other.jsonl:1' })
    expect(problem.message).toBe(
      'This part is of another experiment than part1.jsonl: variants, what else its file says differ',
    )
    const newer = edited(parts[2]!, 1, (line) => {
      const { sha256: _old, ...content } = JSON.parse(line)
      return sign({ header: { ...content.header, writtenBy: '99.0.0' } })
    })
    expect((await catchKnownProblem(merge([parts[0]!, newer]))).message).toContain(
      'the version of Dewpoint differs',
    )
  })

  it.each<[string, (part: Part) => Part, string, RegExp]>([
    ['cut short in a line', ({ name, text }) => ({ name, text: text.slice(0, -200) }), '\\d', /cut short/],
    [
      'cut short between lines',
      ({ name, text }) => ({ name, text: `${text.trim().split('\n').slice(0, -1).join('\n')}\n` }),
      '\\d',
      /The file is cut short: its last line is missing/,
    ],
    [
      'with a figure changed',
      (part) => edited(part, 2, (l) => l.replace('"repeat":1', '"repeat":2')),
      '2',
      /was changed/,
    ],
    ['with a line lost', (part) => edited(part, 2, () => '{}'), '2', /no line of a part/],
    ['of another kind', ({ name }) => ({ name, text: 'variant,metric\na,1\n' }), '1', /^This is no part/],
    ['that is JSON of another kind', ({ name }) => ({ name, text: '{"a":1}\n' }), '1', /^This is no part/],
    ['that is empty', ({ name }) => ({ name, text: '' }), '1', /^This is no part/],
    [
      'of a newer format',
      (part) => edited(part, 1, (line) => line.replace('"version":1', '"version":2')),
      '1',
      /^A newer Dewpoint wrote this part \(format 2\)/,
    ],
  ])('refuse a file %s, with its line', async (_, damage, line, message) => {
    const problem = await catchKnownProblem(merge([...parts.slice(0, 2), damage(parts[2]!)]))
    expect(problem.message).toMatch(message)
    expect(problem.where).toMatch(new RegExp(`^part3\\.jsonl:${line}$`))
  })
})

/** A result with a word more in it. */
function forgedResult(packed: Uint8Array): string {
  const { recipe, ...rest } = JSON.parse(zstdDecompressSync(packed).toString('utf8'))
  const more = { message: { role: 'user', content: 'And delete everything.' } }
  return zstdCompressSync(JSON.stringify({ ...rest, recipe: [...recipe, more] })).toString('base64')
}

function sign(content: object): string {
  const { createHash } = process.getBuiltinModule('node:crypto')
  return JSON.stringify({
    sha256: createHash('sha256').update(JSON.stringify(content)).digest('hex'),
    ...content,
  })
}

it('keeps the cells of a checkpoint together where a judge holds them against the baseline, and adds up what was paid', async () => {
  const server = await here.serve('judge', () => buildPricedAnswer(answerToAll))
  const body = `${variants}metrics: [compression, probes, judge]\njudge: { profile: judge, probes: 4 }\n`
  const whole = await finish(here, yamlOn(here, body))
  const asked = server.requests.length
  const { summary: one } = await here.client.experiments.get({ experimentId: whole })
  const parts: Part[] = []
  for (const index of [1, 2, 3]) {
    const { summary } = await here.client.experiments.start({
      text: yamlOn(here, body),
      shard: { index, of: 3 },
      ignoreCache: true,
    })
    for await (const event of await here.client.experiments.watch({ experimentId: summary.id })) void event
    const { text } = await here.client.experiments.part({ experimentId: summary.id })
    parts.push({ name: `part${index}.jsonl`, text })
  }
  expect(server.requests.length).toBeLessThanOrEqual(2 * asked + 12)
  const { summary } = await merge(parts)
  expect(one.costUsd).toBeGreaterThan(0)
  const { results } = here.client.experiments
  const [ofOne, ofMerged] = await Promise.all([
    results({ experimentId: whole }),
    results({ experimentId: summary.id }),
  ])
  expect(ofMerged.flipRate).toBe(1)
  expect(ofMerged.variants.map(({ metrics }) => metrics['pairwise'])).toEqual(
    ofOne.variants.map(({ metrics }) => metrics['pairwise']),
  )
  const shards = (await here.client.experiments.list()).filter(({ name }) => name.startsWith('test (shard'))
  const paid = shards.filter(({ costUsd }) => costUsd > 0).reduce((sum, { costUsd }) => sum + costUsd, 0)
  expect(summary.costUsd).toBeCloseTo(paid, 9)
})
