import { openStore } from '../open-store.ts'
import { StoreFailure } from '../store-failure.ts'

/** A process of its own, perhaps of another user, that says what opening the store in a folder ends with. */
const [folder = ''] = process.argv.slice(2)

try {
  const store = await openStore({
    folder,
    clock: Date.now,
    processId: process.pid,
    isProcessAlive: () => true,
  })
  await store.preferences.set('key', 'value')
  process.stdout.write('opened')
} catch (error) {
  process.stdout.write(error instanceof StoreFailure ? error.code : String(error))
}
