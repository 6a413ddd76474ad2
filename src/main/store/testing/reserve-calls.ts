import { openStore } from '../open-store.ts'
import { makeCall } from './fixtures.ts'

/**
 * A process of its own that reserves calls of a cent each until a limit refuses one, settles none of them, and says how many it got. Arguments: data folder, the limit in US dollars.
 */
const [folder = '', limitUsd = '0'] = process.argv.slice(2)

const store = await openStore({ folder, clock: Date.now, processId: process.pid, isProcessAlive: () => true })
const limit = { name: 'run', limitUsd: Number(limitUsd), runId: 'run-1' }
let reserved = 0
for (;;) {
  const { ok } = await store.spending.reserve(makeCall(), [limit])
  if (!ok) break
  reserved += 1
}
process.stdout.write(String(reserved))
await store.close()
