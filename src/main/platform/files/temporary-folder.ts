import { rm } from 'node:fs/promises'
import { makeOwnFolder } from './leftovers.ts'

/** Works in a new, empty folder that the user alone may use, and removes it with all that is in it. */
export async function runInTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = makeOwnFolder('arm')
  try {
    return await work(folder)
  } finally {
    // What is being ended may hold a file for a moment longer.
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}
