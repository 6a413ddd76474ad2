import type { Dewpoint } from '../features/common/dewpoint.ts'
import { openStore } from '../platform/store/open-store.ts'
import type { Json } from '../platform/store/records.ts'

/** Sets a preference past all methods that check it, as a door of another version may have left it. */
export async function storePreference(
  { dataFolder }: Pick<Dewpoint, 'dataFolder'>,
  key: string,
  value: Json,
): Promise<void> {
  const store = await openStore({
    folder: dataFolder,
    clock: Date.now,
    processId: process.pid,
    isProcessAlive: () => true,
  })
  await store.preferences.set(key, value)
  await store.close()
}
