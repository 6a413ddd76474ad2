import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Cell } from '../../shared/experiments/experiment-types.ts'
import type { ModelServer } from '../platform/llm/testing/model-server.ts'
import { answerToAll } from '../testing/answer-to-all.ts'
import { buildPricedAnswer, startRunBench, talk, type RunBench } from '../testing/run-bench.ts'

let bench: RunBench
beforeAll(async () => {
  bench = await startRunBench()
})
afterAll(() => bench.clean())

async function judged(profile: string, variants: string): Promise<{ id: string; cells: readonly Cell[] }> {
  const task = await bench.open(talk(30))
  const text = `name: ${profile}
tasks: ["${task}"]
checkpoints: { at: [0.7] }
variants:
${variants}
metrics: [probes, judge, next-action]
judge: { profile: ${profile}, probes: 4 }
`
  const { id } = (await bench.client.experiments.start({ text })).summary
  for await (const event of await bench.client.experiments.watch({ experimentId: id })) void event
  return { id, cells: (await bench.client.experiments.get({ experimentId: id })).cells }
}

const three = `  - { id: base, provider: sliding-window }
  - { id: native, provider: native }
  - { id: half, provider: sliding-window, settings: { fraction: 0.8 } }`

const asked = ({ requests }: ModelServer, words: string): number =>
  requests.filter(({ body }) => JSON.stringify(body).includes(words)).length

it('asks a judge of every cell, and for the same questions once', async () => {
  const server = await bench.serve('fair', () => buildPricedAnswer(answerToAll))
  const { id, cells } = await judged('fair', three)
  expect(cells.map(({ variantId }) => variantId).toSorted()).toEqual(['base', 'half', 'native'])
  for (const { variantId, values, isJudgeFlipped } of cells) {
    expect(values).toMatchObject({ 'probe-grade': 3, pairwise: 0.5, 'next-action-agreement': 1 })
    expect(isJudgeFlipped).toBe(variantId === 'base' ? null : true)
  }
  expect(asked(server, 'Write questions that can be answered')).toBe(1)
  expect(asked(server, 'Two shortened records')).toBe(4)
  const { measured } = await bench.client.experiments.cell({ experimentId: id, cellId: cells[0]!.id })
  expect(measured.find(({ metric }) => metric === 'probe-grade-recall')).toMatchObject({
    value: 3,
    evidence: { probes: [{ question: 'What?', answer: 'This.' }], answers: { length: 7 } },
  })
  expect(await bench.client.experiments.results({ experimentId: id })).toMatchObject({ flipRate: 1 })
})

it('keeps a cell whose judge says nothing that can be read, without a value and with the reason', async () => {
  await bench.serve('mute', () => buildPricedAnswer('I would rather talk about the weather.'))
  const { cells } = await judged('mute', '  - { id: base, provider: sliding-window }')
  expect(cells).toMatchObject([
    {
      status: 'done',
      values: { 'probe-grade': null, pairwise: 0.5, 'next-action-agreement': null },
      warnings: [{ code: 'judge-unusable', message: expect.stringContaining('cannot be read') }],
    },
  ])
})
