import { createInterface } from 'node:readline'
import { openStore } from '../open-store.ts'
import { makeCall } from './fixtures.ts'

/**
 * A process of its own that reads ids of runs, line by line, tries to reserve a call of a cent for each within a limit
 * of a cent, settles none of them, and says `yes` or `no`. Argument: data folder.
 */
const [folder = ''] = process.argv.slice(2)

const store = await openStore({ folder, clock: Date.now, processId: process.pid, isProcessAlive: () => true })
process.stdout.write('ready\n')
for await (const runId of createInterface({ input: process.stdin })) {
  const limit = { name: 'run', limitUsd: 0.01, runId }
  const { ok } = await store.spending.reserve(makeCall({ runId, ts: Date.now() }), [limit])
  process.stdout.write(ok ? 'yes\n' : 'no\n')
}
await store.close()
