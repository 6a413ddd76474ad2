import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { CopyKind, DatabaseCopy } from '../shared/api/backups.ts'
import { makeCopy, type DataPlace } from './care.ts'
import { makeFolder } from './files/make-folder.ts'
import { copyInThread } from './store/doctor/copy-in-thread.ts'

/** Copies of the database that are kept in the data folder. */
export type KeptCopies = {
  /** Makes one, checked, in a thread of its own. Throws a `Problem` or a `FileFailure`. */
  readonly make: (kind: CopyKind) => Promise<DatabaseCopy>
  /** The newest first. */
  readonly list: () => Promise<readonly DatabaseCopy[]>
}

const namePattern = /^dewpoint-(backup|salvage)-\d{8}T\d{9}Z\.sqlite$/

/** Keeps copies in `backups` of a data folder. */
export function keepCopies(data: DataPlace, workerFile: string, now: () => number): KeptCopies {
  const folder = join(data.folder, 'backups')
  const describe = async (name: string): Promise<DatabaseCopy> => {
    const path = join(folder, name)
    const { size, mtimeMs } = await stat(path)
    const kind = name.startsWith('dewpoint-salvage') ? 'salvage' : 'backup'
    return { kind, path, bytes: size, createdTs: Math.round(mtimeMs) }
  }
  return {
    make: async (kind) => {
      makeFolder(folder, { what: 'The folder for backups', hint: 'Nothing was copied.' })
      const stamp = new Date(now()).toISOString().replaceAll(/[-:.]/g, '')
      const name = `dewpoint-${kind}-${stamp}.sqlite`
      await makeCopy(data, { path: join(folder, name), replace: false }, (filePath, into) =>
        copyInThread(workerFile, { job: kind, filePath, into }),
      )
      return describe(name)
    },
    list: async () => {
      const names = await readdir(folder).catch(() => [])
      const kept = await Promise.all(names.filter((name) => namePattern.test(name)).map(describe))
      return kept.toSorted((a, b) => b.createdTs - a.createdTs)
    },
  }
}
