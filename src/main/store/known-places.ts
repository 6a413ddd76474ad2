import { z } from 'zod'
import { openToRead } from './doctor/open-to-read.ts'

/** What a database knows of places on disk: its tasks, and the folders in which they are looked for. */
export type StoredPlaces = Readonly<{ sources: readonly string[]; folders: readonly string[] }>

const pathsSchema = z.array(z.string())

/** Places that a database names, as far as it can be read; none where it cannot. */
export function readPlaces(filePath: string): StoredPlaces {
  try {
    const { database, close } = openToRead(filePath)
    const paths = (sql: string): readonly string[] => {
      try {
        return pathsSchema.parse(database.prepare(sql).pluck().all())
      } catch {
        return []
      }
    }
    try {
      return {
        sources: [
          ...paths("select path from library_tasks where path <> ''"),
          ...paths("select path from tasks where path <> ''"),
        ],
        folders: paths('select path from library_folders'),
      }
    } finally {
      close()
    }
  } catch {
    return { sources: [], folders: [] }
  }
}
