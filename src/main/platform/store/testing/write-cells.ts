import { writeSync } from 'node:fs'
import { openStore } from '../open-store.ts'
import { makeExperiment, saveCell } from './experiment-fixtures.ts'

/** A process of its own that saves cells of an experiment without end and says each one that is saved. Argument: data folder. */
const [folder = ''] = process.argv.slice(2)

const store = await openStore({ folder, clock: Date.now, processId: process.pid, isProcessAlive: () => true })
await store.experiments.insert(makeExperiment({ id: 'killed' }))
for (let index = 0; ; index += 1) {
  const id = `cell-${index}`
  await saveCell(store, { id, experimentId: 'killed', key: id, payloadBlob: `payload-${id}` })
  writeSync(1, `${id}\n`)
}
