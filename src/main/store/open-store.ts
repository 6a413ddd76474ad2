import type { Store } from './store.ts'

export type StoreOptions = Readonly<{
  /** Absolute path of the data folder; made where it is missing. */
  folder: string
  /** Milliseconds since 1970. */
  clock: () => number
  processId: number
  isProcessAlive: (processId: number) => boolean
  /** How long a write waits for another process, in milliseconds. */
  busyTimeoutMs?: number
}>

/**
 * Opens the database in the data folder, brings it up to date, and ends the runs of processes that are gone.
 * Throws `StoreFailure`.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  throw new Error(`not written yet: ${options.folder}`)
}
