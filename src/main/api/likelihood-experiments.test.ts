import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Message } from '../../shared/kernel/message.ts'
import { read, task } from '../kernel/testing/small-histories.ts'
import { startNgramServer, type NgramServer } from '../platform/llm/testing/ngram-server.ts'
import { makeTinyLlama } from '../platform/llm/testing/tiny-llama.ts'
import { buildGguf } from '../platform/llm/testing/write-gguf.ts'
import { startRunBench, type RunBench } from '../testing/run-bench.ts'

let bench: RunBench
let server: NgramServer
let taskId: string
let ggufPath: string

const profile = {
  name: 'Scorer',
  vendor: 'openai-compatible' as const,
  model: 'tiny',
  windowTokens: 60_000,
  maxOutputTokens: 16,
  prices: { input: 2, output: 4 },
}

beforeAll(async () => {
  bench = await startRunBench()
  server = await startNgramServer()
  await bench.client.profiles.save({ ...profile, id: 'vllm', baseUrl: server.url })
  const files = ['parser', 'lexer', 'printer', 'parser', 'lexer', 'printer', 'parser', 'lexer', 'printer']
  const messages: Message[] = [task]
  files.forEach((name, index) => {
    const lines = `export const ${name} = ${index}\n`.repeat(20)
    messages.push(...read(`t${index}`, `src/components/${name}-of-the-house.ts`, lines))
  })
  taskId = await bench.open(messages)
  const { summary } = await bench.client.tasks.get({ taskId })
  ggufPath = join(dirname(summary.path), 'tiny.gguf')
  await writeFile(ggufPath, buildGguf(makeTinyLlama(1)))
  await bench.client.profiles.save({ ...profile, id: 'file', vendor: 'gguf', model: ggufPath, prices: {} })
})
afterAll(async () => {
  await server.close()
  await bench.clean()
})

const buildExperimentText = (likelihood: string, metrics = '[likelihood]') => `name: likelihood
tasks: ["${taskId}"]
checkpoints: { at: [0.6] }
variants:
  - { id: base, provider: sliding-window }
  - { id: half, provider: sliding-window, settings: { fraction: 0.8 } }
metrics: ${metrics}
${likelihood}
`
const own = () => buildExperimentText('likelihood: { profile: vllm }')

async function runToEnd(text: string) {
  const { id } = (await bench.client.experiments.start({ text, ignoreCache: true })).summary
  for await (const event of await bench.client.experiments.watch({ experimentId: id })) void event
  return { id, cells: (await bench.client.experiments.get({ experimentId: id })).cells }
}

it('scores the recorded actions after each context, and after what variants share once', async () => {
  const estimate = await bench.client.experiments.estimate({ text: own() })
  expect(estimate).toMatchObject({ judgeCalls: 4 })
  expect(estimate.judgeCostUsd).toBeGreaterThan(0)
  const { id, cells } = await runToEnd(own())
  expect(cells).toHaveLength(2)
  for (const { values, warnings } of cells) {
    expect(warnings.map(({ code }) => code)).not.toContain('judge-unusable')
    expect(values['next-action-likelihood']).toBeTypeOf('number')
  }
  // The server is tried once, and each score is one completion.
  expect(server.paths.filter((path) => path === '/v1/completions')).toHaveLength(1 + 4)
  const { measured } = await bench.client.experiments.cell({ experimentId: id, cellId: cells[0]!.id })
  expect(measured).toMatchObject([
    {
      metric: 'next-action-likelihood',
      evidence: {
        kind: 'likelihood',
        model: 'Scorer (tiny)',
        version: 'vLLM 0.99.0',
        actions: { length: 3 },
        answers: [{ prompt: 'actions@1' }, {}, {}],
      },
    },
  ])
  const [{ evidence } = { evidence: null }] = measured
  const bits = evidence?.kind === 'likelihood' ? evidence.bits : null
  expect(bits?.full).toBeLessThan(bits?.empty ?? 0)
  const { summary } = await bench.client.experiments.get({ experimentId: id })
  expect(summary.costUsd).toBeGreaterThan(0)
})

it('takes kept answers for the same request, at no cost', async () => {
  const before = server.paths.length
  // Other metrics beside it make other cells, which ask the same.
  const text = buildExperimentText('likelihood: { profile: vllm }', '[likelihood, compression]')
  const { id } = (await bench.client.experiments.start({ text })).summary
  for await (const event of await bench.client.experiments.watch({ experimentId: id })) void event
  const { summary } = await bench.client.experiments.get({ experimentId: id })
  expect(summary).toMatchObject({ status: 'finished', costUsd: 0, cells: { done: 2, reused: 0 } })
  expect(server.paths).toHaveLength(before)
})

it('refuses a context that is too long before anything is sent, with the reason in the cell', async () => {
  await bench.client.profiles.save({ ...profile, id: 'short', baseUrl: server.url, windowTokens: 1000 })
  const before = server.paths.length
  const { cells } = await runToEnd(buildExperimentText('likelihood: { profile: short }'))
  // Nothing at all has room; the full context has none.
  const sent = server.paths.slice(before).filter((path) => path === '/v1/completions')
  expect(sent).toHaveLength(1)
  for (const { values, gaps, warnings } of cells) {
    expect(values['next-action-likelihood']).toBeNull()
    expect(gaps?.['next-action-likelihood']).toMatchObject({ code: 'failed' })
    expect(warnings).toContainEqual({
      code: 'judge-unusable',
      message: expect.stringMatching(/more than the 1,000 of Scorer/),
    })
  }
})

it.each([
  ['that is empty', '', /broken\.gguf: The file is empty\./],
  [
    'that is a text',
    'version https://git-lfs.github.com/spec/v1',
    /broken\.gguf: .*does not begin with GGUF/,
  ],
])('refuses a model %s before anything starts, by its name', async (_name, content, message) => {
  const path = join(dirname(ggufPath), 'broken.gguf')
  await writeFile(path, content)
  await bench.client.profiles.save({ ...profile, id: 'broken', vendor: 'gguf', model: path, prices: {} })
  const text = buildExperimentText('likelihood: { profile: broken }')
  expect(JSON.stringify(await bench.client.experiments.check({ text }))).toMatch(message)
  await expect(bench.client.experiments.start({ text })).rejects.toThrow(message)
  expect(await bench.client.experiments.list()).not.toContainEqual(
    expect.objectContaining({ status: 'failed' }),
  )
})

it('refuses a file before anything starts where node-llama-cpp is not installed', async () => {
  const text = buildExperimentText('likelihood: { profile: file }')
  const checked = await bench.client.experiments.check({ text })
  expect(JSON.stringify(checked)).toMatch(
    /GGUF files need node-llama-cpp, which is not installed: npm install --prefix/,
  )
  await expect(bench.client.experiments.start({ text })).rejects.toThrow(/need node-llama-cpp/)
})

it('costs nothing with a file on this machine, and says in the cell what is missing', async () => {
  const library = join(dirname(ggufPath), 'data/node_modules/node-llama-cpp/dist')
  await mkdir(library, { recursive: true })
  await writeFile(
    join(library, 'index.js'),
    `exports.getLlama = async () => { throw new Error('No binary for this machine.') }
exports.getModuleVersion = async () => '3.22.1'`,
  )
  const text = buildExperimentText('likelihood: { profile: file }')
  const estimate = await bench.client.experiments.estimate({ text })
  expect(estimate).toMatchObject({ judgeCalls: 4, judgeCostUsd: 0, costUsd: 0 })
  const { cells } = await runToEnd(text)
  // What only loading can show is said in the cell, and is no zero.
  const [warning] = cells[0]?.warnings ?? []
  expect(warning).toMatchObject({ code: 'judge-unusable' })
  expect(warning?.message).toMatch(/has no binary|no room|tokens, more than/)
})

it.each([
  ['no profile', buildExperimentText(''), /name one with likelihood/],
  [
    'a vendor without log-probabilities',
    buildExperimentText('likelihood: { profile: vendor }'),
    /cannot be used/,
  ],
  ['a file as judge', buildExperimentText('judge: { profile: file }', '[resume]'), /cannot be used/],
  ['a profile that is not there', buildExperimentText('likelihood: { profile: gone }'), /no profile gone/],
])('refuses an experiment with %s', async (_name, text, message) => {
  await bench.client.profiles.save({ ...profile, id: 'vendor', vendor: 'openai', baseUrl: null })
  const checked = await bench.client.experiments.check({ text })
  expect(JSON.stringify(checked)).toMatch(message)
})

it('names a file that is gone as what is in the way of its profile', async () => {
  await bench.client.profiles.save({ ...profile, id: 'lost', vendor: 'gguf', model: '/nowhere/lost.gguf' })
  const { profiles } = await bench.client.profiles.list()
  const lost = profiles.find((view) => view.profile.id === 'lost')
  expect(lost?.obstacle).toMatch(/lost\.gguf.*does not exist/)
  expect(profiles.find((view) => view.profile.id === 'file')).toMatchObject({
    obstacle: '',
    key: { source: 'not-needed' },
    prices: { input: 0, output: 0 },
  })
})
