import { openStore } from '../open-store.ts'

/** A process of its own, perhaps of another user, that says what it reads in a data folder and what it may do. */
const [folder = ''] = process.argv.slice(2)
const store = await openStore({ folder, clock: Date.now, processId: process.pid, isProcessAlive: () => true })
const titles = (await store.tasks.list()).map(({ title }) => title)
const refused = await store.pins.clear('task-1').then(
  () => 'stored',
  (error: unknown) => (error instanceof Error ? error.message : String(error)),
)
await store.tasks.setTokens('task-1', 5)
process.stdout.write(JSON.stringify({ titles, refused, isReadOnly: store.isReadOnly }))
await store.close()
