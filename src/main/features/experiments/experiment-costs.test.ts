import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ExperimentSummary } from '../../../shared/experiments/experiment-types.ts'
import { buildPricedAnswer, startRunBench, talk, type RunBench } from '../../testing/run-bench.ts'

let bench: RunBench
let tasks: string[]
beforeAll(async () => {
  bench = await startRunBench()
  tasks = []
  for (const [index, count] of [14, 18, 22].entries()) tasks.push(await bench.open(talk(count, index * 100)))
})
afterAll(() => bench.clean())

/** An experiment on the tasks of this file. */
function yaml(body: string): string {
  return `name: test\ntasks: ${JSON.stringify(tasks)}\ncheckpoints: { at: [0.6] }\n${body}`
}

async function finish(text: string): Promise<ExperimentSummary> {
  const { summary } = await bench.client.experiments.start({ text })
  for await (const event of await bench.client.experiments.watch({ experimentId: summary.id }))
    if (event.kind === 'finished') return event.summary
  throw new Error('An experiment ended without saying so.')
}

const against = (profile: string): string => `variants:
  - { id: cut, provider: truncation }
  - { id: asked, provider: native, profile: ${profile} }
metrics: [compression, cost, time]
assert:
  - { metric: cost, variant: asked, max: 0.004 }
  - { metric: duration, variant: asked, max: 1000000 }
`

it('prices work whose answers were kept at what they took, and knows no time of it', async () => {
  const server = await bench.serve('keeping', () => buildPricedAnswer('In short.'))
  await finish(yaml('variants: [{ id: one, provider: native, profile: keeping }]\n'))
  const summary = await finish(yaml(against('keeping')))
  expect(server.requests).toHaveLength(3)
  expect(summary).toMatchObject({ costUsd: 0, cells: { done: 6, reused: 0 } })
  const { variants, assertions } = await bench.client.experiments.results({ experimentId: summary.id })
  const [cut, asked] = variants
  expect(cut).toMatchObject({ costUsd: 0, priceUsd: 0, metrics: { cost: { mean: 0, n: 3 } } })
  expect(asked).toMatchObject({ costUsd: 0, metrics: { cost: { n: 3 } }, meanDurationMs: null })
  expect(asked?.priceUsd).toBeCloseTo(3 * 0.0045)
  expect(asked?.metrics['cost']?.mean).toBeCloseTo(0.0045)
  expect(asked?.metrics['duration']).toBeUndefined()
  expect(assertions).toMatchObject([
    { metric: 'cost', state: 'failed' },
    { metric: 'duration', state: 'inconclusive', value: null },
  ])
  expect(assertions[1]?.message).toContain('3 of 3 cells of asked have no duration')
})

it('has no cost of a provider that refused, nor of one that got no answer', async () => {
  await bench.serve('refusing', () => ({ kind: 'error', status: 401 }))
  const short = await bench.open(talk(3, 700))
  const text = `name: refused
tasks: ${JSON.stringify([short, tasks[0]])}
checkpoints: { at: [0.99] }
variants:
  - { id: native, provider: native, profile: refusing }
  - id: passes
    provider: smart
    profile: refusing
    settings:
      passes:
        - id: cut
          name: Cut
          mode: individual
          selection: { type: preserve_recent, keepRecentCount: 1 }
          individualConfig:
            defaults:
              messageText: { operation: truncate, params: { truncate: { maxChars: 200 } } }
              toolParameters: { operation: keep }
              toolResults: { operation: keep }
        - id: sum
          name: Sum
          mode: batch
          selection: { type: preserve_recent, keepRecentCount: 1 }
          batchConfig: { operation: summarize }
metrics: [cost, time]
`
  const summary = await finish(text)
  const { cells } = await bench.client.experiments.get({ experimentId: summary.id })
  const at = (variantId: string, taskId = ''): unknown =>
    cells.find((cell) => cell.variantId === variantId && cell.checkpointId.startsWith(taskId))
  const unknown = { values: { cost: null, duration: null }, stats: { costUsd: 0, priceUsd: null } }
  expect(at('native', short)).toMatchObject({ outcome: 'unchanged', ...unknown })
  expect(at('native', tasks[0])).toMatchObject({ status: 'failed' })
  expect(at('passes', tasks[0])).toMatchObject({ outcome: 'condensed', ...unknown })
  // Nothing was left to summarise, so nobody was asked.
  expect(at('passes', short)).toMatchObject({ outcome: 'unchanged', values: { cost: 0 } })
})
