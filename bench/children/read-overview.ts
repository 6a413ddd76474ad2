import { openStore } from '../../src/main/platform/store/open-store.ts'
import { median, timeOnce } from '../lib/timing.ts'

/** What the overview of a library takes, in milliseconds. */
export type OverviewFigures = { readonly tasks: number; readonly ms: number }

const tasks = 1000
const workspaces = 40
const toolsEach = 15
const kinds = ['user-text', 'assistant-text', 'tool-call', 'tool-result', 'environment', 'summary'] as const

const [folder = ''] = process.argv.slice(2)
const store = await openStore({
  folder,
  clock: Date.now,
  processId: process.pid,
  isProcessAlive: () => true,
})
const bytes = new Uint8Array([1])
for (let number = 0; number < tasks; number += 1) {
  const id = `task-${number}`
  await store.tasks.upsert(
    {
      id,
      title: `Task ${number}`,
      format: 'roo-task',
      path: `/tasks/${number}`,
      isSample: false,
      agent: 'roo',
      model: `model-${number % 7}`,
      workspace: `/work/${number % workspaces}`,
      era: 'xml',
      messages: 400,
      tokens: 100_000,
      costUsd: 1.25,
      condensations: number % 3,
      lastActivityTs: number,
      openedTs: number,
      snapshotSha256: id,
      sourceBlob: 'source',
      meta: {
        problems: [],
        usage: { requests: [], condensations: [] },
        style: { indent: null, bom: false, trailing: '' },
        hiddenRange: null,
      },
    },
    [{ hash: 'source', bytes }],
  )
  await store.surveys.put({
    taskId: id,
    snapshotSha256: id,
    version: 1,
    tokens: 100_000,
    losslessTokens: 75_000,
    byKind: Object.fromEntries(kinds.map((kind) => [kind, 10_000])),
    byModel: [{ model: `model-${number % 7}`, requests: 50, costUsd: 1 }],
    byTool: Array.from({ length: toolsEach }, (_, tool) => ({
      tool: `tool-${(number + tool) % 60}`,
      calls: 20,
      callTokens: 500,
      resultTokens: 4000,
    })),
  })
}
const times: number[] = []
for (let round = 0; round < 9; round += 1) {
  const { ms } = await timeOnce(() => store.surveys.overview(1))
  times.push(ms)
}
await store.close()
const figures: OverviewFigures = { tasks, ms: median(times) }
console.log(JSON.stringify(figures))
