import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { CopyKind } from '../../../../shared/installation/backups-contract.ts'
import { StoreFailure } from '../store-failure.ts'

/** What the thread says in the end; a failure by its parts, for errors lose their class on the way. */
export type CopyAnswer =
  | { readonly ok: true }
  | {
      readonly ok: false
      readonly failure: Readonly<Pick<StoreFailure, 'code' | 'message' | 'where' | 'hint'>>
    }

/**
 * Copies a database in a thread of its own, for it takes as long as it takes to read and check it. `into` is a path where
 * nothing is yet. Throws `StoreFailure`.
 */
export async function copyInThread(
  workerFile: string,
  task: { readonly job: CopyKind; readonly filePath: string; readonly into: string },
): Promise<void> {
  // Rejects with what the thread throws.
  const messages: unknown[] = await once(new Worker(workerFile, { workerData: task }), 'message')
  // The thread answers with this and nothing else.
  const answer = messages[0] as CopyAnswer
  if (!answer.ok) throw new StoreFailure(answer.failure)
}
