import { createBulkCounter } from '../tokens/bulk-counter.ts'
import { createCachingCounter, type TokenCounter } from '../tokens/token-counter.ts'

let shared: Promise<TokenCounter> | undefined

/** The caching counter for everyday use, one for all test files of a thread: a real history is counted once. */
export function sharedCounter(): Promise<TokenCounter> {
  return (shared ??= createBulkCounter().then((bulk) => createCachingCounter(bulk)))
}
