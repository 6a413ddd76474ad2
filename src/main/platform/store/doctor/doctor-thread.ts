import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { backUp } from '../copies/back-up.ts'
import { findVerifiedBackup } from '../copies/find-backup.ts'
import { StoreFailure } from '../store-failure.ts'
import type { CopyAnswer } from './copy-in-thread.ts'
import { examineDatabase, examineSearchIndex } from './examine-database.ts'
import type { ExaminedFiles } from './examine-in-thread.ts'
import { salvage } from './salvage.ts'

const task = z
  .discriminatedUnion('job', [
    z.object({ job: z.literal('examine'), filePath: z.string(), searchPath: z.string() }),
    z.object({ job: z.enum(['backup', 'salvage']), filePath: z.string(), into: z.string() }),
  ])
  .parse(workerData)

parentPort?.postMessage(
  task.job === 'examine' ? await examineFiles(task.filePath, task.searchPath) : await copyDatabase(task),
)

async function examineFiles(filePath: string, searchPath: string): Promise<ExaminedFiles> {
  const database = await examineDatabase(filePath)
  const isDamaged = database.findings.some(({ code }) => code !== 'missing' && code !== 'older')
  return {
    database,
    search: examineSearchIndex(searchPath),
    backup: isDamaged ? findVerifiedBackup(filePath) : null,
  }
}

async function copyDatabase({
  job,
  filePath,
  into,
}: Exclude<typeof task, { job: 'examine' }>): Promise<CopyAnswer> {
  try {
    await (job === 'backup' ? backUp : salvage)(filePath, into)
    return { ok: true }
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error
    const { code, message, where, hint } = error
    return { ok: false, failure: { code, message, where, hint } }
  }
}
