import type { CopyKind } from '../../../../shared/installation/backups-contract.ts'
import { backUp } from '../../../platform/store/copies/back-up.ts'
import { examineFiles, type ExaminedFiles } from '../../../platform/store/doctor/examine-files.ts'
import { salvage } from '../../../platform/store/doctor/salvage.ts'
import { StoreFailure } from '../../../platform/store/store-failure.ts'
import type { Job } from '../../../platform/workers/job.ts'

/** Examines the databases of a data folder; `doctor` and Settings show what it finds. */
export const examineDataFiles: Job<{ readonly folder: string }, ExaminedFiles> = ({ folder }) =>
  examineFiles(folder)

type CopyInput = { readonly kind: CopyKind; readonly filePath: string; readonly into: string }
/** A `StoreFailure` by its parts: errors lose their class on the way. */
type CopyFailure = Readonly<Pick<StoreFailure, 'code' | 'message' | 'where' | 'hint'>>

/** Copies a database for the backups that are kept. `into` is a path where nothing is yet. Null where it is done. */
export const copyDatabase: Job<CopyInput, CopyFailure | null> = async ({ kind, filePath, into }) => {
  try {
    await (kind === 'backup' ? backUp : salvage)(filePath, into)
    return null
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error
    const { code, message, where, hint } = error
    return { code, message, where, hint }
  }
}
