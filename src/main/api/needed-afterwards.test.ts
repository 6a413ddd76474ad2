import { afterAll, beforeAll, expect, it } from 'vitest'
import { startRunBench, type RunBench } from '../testing/run-bench.ts'

let bench: RunBench
beforeAll(async () => {
  bench = await startRunBench()
})
afterAll(() => bench.clean())

const line = 'const total = sumOf(prices)'
const environment =
  '<environment_details>\n# Current Mode\n<slug>code</slug>\n<model>claude-sonnet-4</model>\n</environment_details>'
const readCall = '<read_file>\n<path>src/total.ts</path>\n</read_file>'
const words = (from: number): string =>
  Array.from({ length: 80 }, (_, at) => `topic${from}and${at}`).join(' ')
const said = `The watcher holds a stale lock, retries of the uploader overlap with quota checks, ledgers settle invoices.`

const texts = [
  `<task>\nMend the total.\n</task>\n${environment}`,
  readCall,
  `[read_file for 'src/total.ts'] Result:\n\n1 | ${line}\n2 | return total\n${words(0)}`,
  said,
  ...Array.from({ length: 21 }, (_, at) => words(at + 1)),
  `${said} ${words(2)} ${words(3)}\n<search_and_replace>\n<path>src/total.ts</path>\n<search>${line}</search>\n</search_and_replace>`,
  'Result: done',
]
const messages = texts.map((content, index) => ({
  role: index % 2 === 0 ? 'user' : 'assistant',
  content,
  ts: index + 1,
}))

it('measures what is needed afterwards, with the prices of the model of the task, and shows what it rests on', async () => {
  const taskId = await bench.open(messages)
  const text = `name: test
tasks: ["${taskId}"]
checkpoints: { at: [0.9] }
metrics: [re-reading, links, head-start]
variants:
  - { id: cut, provider: sliding-window }
`
  const { summary } = await bench.client.experiments.start({ text })
  for await (const _event of await bench.client.experiments.watch({ experimentId: summary.id }));
  const { cells } = await bench.client.experiments.get({ experimentId: summary.id })
  const [cell] = cells
  expect(cell?.error).toBeNull()
  expect(cell?.values['re-read-tokens']).toBeGreaterThan(100)
  expect(cell?.values['re-read-usd']).toBeGreaterThan(0)
  expect(cell?.values['links']).toBeLessThan(0.5)
  expect(cell?.values['head-start']).toBeGreaterThan(-0.1)
  expect(cell?.values['head-start']).toBeLessThan(1)
  const { measured } = await bench.client.experiments.cell({ experimentId: summary.id, cellId: cell!.id })
  const whole = measured.filter(({ metric }) => !metric.endsWith('-summary'))
  expect(whole.map(({ metric, evidence }) => [metric, evidence?.kind])).toEqual([
    ['re-read-tokens', 're-reading'],
    ['re-read-usd', 're-reading'],
    ['links', 'links'],
    ['head-start', 'head-start'],
  ])
  expect(measured[0]?.evidence).toMatchObject({
    results: [{ path: 'src/total.ts', tool: 'read_file', line, now: null }],
  })
})
