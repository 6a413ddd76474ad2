import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openBuiltApp } from '../lib/open-built-app.ts'

/** What an experiment on a new store did, and what it left there. */
export type ExperimentFigures = {
  readonly cells: number
  /** Messages before each cut. */
  readonly cuts: readonly number[]
  /** Bytes of the data folder afterwards, with the history of the task. */
  readonly storeBytes: number
  /** Time at work, on all threads. */
  readonly cpuMs: number
}

const [dataFolder = '', basePath = '', text = ''] = process.argv.slice(2)

const app = await openBuiltApp(dataFolder, [basePath])
const { summary } = await app.client.experiments.start({ text, basePath })
for await (const event of await app.client.experiments.watch({ experimentId: summary.id })) {
  if (event.kind === 'finished' && event.summary.status !== 'finished')
    throw new Error(`the experiment ended ${event.summary.status}: ${event.summary.reason}`)
}
const { plan, cells } = await app.client.experiments.get({ experimentId: summary.id })
// What its door shows at the end is part of the work.
await app.client.experiments.results({ experimentId: summary.id })
await app.close()
const { user, system } = process.cpuUsage()

const figures: ExperimentFigures = {
  cells: cells.filter(({ status }) => status === 'done').length,
  cuts: plan.checkpoints.map(({ index }) => index),
  storeBytes: readdirSync(dataFolder).reduce((sum, name) => sum + statSync(join(dataFolder, name)).size, 0),
  cpuMs: (user + system) / 1000,
}
console.log(JSON.stringify(figures))
