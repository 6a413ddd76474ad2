import { join } from 'node:path'
import { findVerifiedBackup, type VerifiedBackup } from '../copies/find-backup.ts'
import type { Examined, Finding } from './build-finding.ts'
import { examineDatabase, examineSearchIndex } from './examine-database.ts'

/** What the doctor found in the files of a data folder. */
export type ExaminedFiles = Readonly<{
  database: Examined
  /** Null where the search index is in order, or not there. */
  search: Finding | null
  /** The last verified backup; null where there is none, or nothing is damaged. */
  backup: VerifiedBackup | null
}>

/** Examines the databases of a data folder. It takes as long as it takes to read them. */
export async function examineFiles(folder: string): Promise<ExaminedFiles> {
  const filePath = join(folder, 'dewpoint.sqlite')
  const database = await examineDatabase(filePath)
  const isDamaged = database.findings.some(({ code }) => code !== 'missing' && code !== 'older')
  return {
    database,
    search: examineSearchIndex(join(folder, 'search.sqlite')),
    backup: isDamaged ? findVerifiedBackup(filePath) : null,
  }
}
