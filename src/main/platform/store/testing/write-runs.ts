import { writeSync } from 'node:fs'
import { openStore } from '../open-store.ts'
import { encodeText, makeRun, putTask } from './fixtures.ts'

/**
 * A process of its own that stores runs one after the other and says each one that is done. Arguments: data folder,
 * a name for its runs, how many (0 for no end).
 */
const [folder = '', name = '', count = '0'] = process.argv.slice(2)

const store = await openStore({ folder, clock: Date.now, processId: process.pid, isProcessAlive: () => true })
await putTask(store, { id: name, sourceBlob: name })
const end = Number(count) || Number.POSITIVE_INFINITY
for (let index = 0; index < end; index += 1) {
  const id = `${name}-${index}`
  await store.runs.insertRunning(makeRun({ id, taskId: name, sourceBlob: name }))
  const payload = { hash: `payload-${id}`, bytes: encodeText(`${id} `.repeat(2000)) }
  await store.runs.finish(id, { status: 'cancelled', finishedTs: 1, outcome: null, payload })
  writeSync(1, `${id}\n`)
}
await store.close()
