import { openStore } from '../open-store.ts'
import { StoreFailure } from '../store-failure.ts'

/** A process of its own, perhaps of another user, that says what opening the store in a folder ends with. */
const [folder = ''] = process.argv.slice(2)

function isProcessAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0)
  } catch {
    return false
  }
}

try {
  const store = await openStore({
    folder,
    clock: Date.now,
    processId: process.pid,
    isProcessAlive,
  })
  await store.preferences.set('key', 'value')
  process.stdout.write('opened')
} catch (error) {
  process.stdout.write(error instanceof StoreFailure ? error.code : String(error))
}
