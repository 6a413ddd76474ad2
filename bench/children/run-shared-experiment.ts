import { openBuiltApp } from '../lib/open-built-app.ts'

/** What an experiment took from its start to its end, the start of the process left out. */
export type SharedFigures = { readonly cells: number; readonly ms: number }

const [dataFolder = '', basePath = '', text = '', address = ''] = process.argv.slice(2)

const app = await openBuiltApp(dataFolder, [basePath])
const { signal } = new AbortController()
const team = address === '' ? null : await app.connect({ address, signal, tell: () => undefined })
const started = performance.now()
const { summary } = await (team ?? app.client.experiments).start({ text, basePath })
for await (const event of await app.client.experiments.watch({ experimentId: summary.id }))
  if (event.kind === 'finished' && event.summary.status !== 'finished')
    throw new Error(`the experiment ended ${event.summary.status}: ${event.summary.reason}`)
const ms = performance.now() - started
const { cells } = await app.client.experiments.get({ experimentId: summary.id })
await team?.close()
await app.close()
const figures: SharedFigures = { cells: cells.filter(({ status }) => status === 'done').length, ms }
console.log(JSON.stringify(figures))
