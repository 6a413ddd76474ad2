import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { VerifiedBackup } from '../copies/find-backup.ts'
import type { Examined, Finding } from './build-finding.ts'

/** What the doctor found in the files of a data folder. */
export type ExaminedFiles = Readonly<{
  database: Examined
  /** Null where the search index is in order, or not there. */
  search: Finding | null
  /** The last verified backup; null where there is none, or nothing is damaged. */
  backup: VerifiedBackup | null
}>

/** Examines the databases of a data folder in a thread of its own, for it takes as long as it takes to read them. */
export async function examineInThread(folder: string, workerFile: string): Promise<ExaminedFiles> {
  const worker = new Worker(workerFile, {
    workerData: {
      job: 'examine',
      filePath: join(folder, 'dewpoint.sqlite'),
      searchPath: join(folder, 'search.sqlite'),
    },
  })
  // Rejects with what the thread throws.
  const messages: unknown[] = await once(worker, 'message')
  // The thread answers with this and nothing else.
  return messages[0] as ExaminedFiles
}
