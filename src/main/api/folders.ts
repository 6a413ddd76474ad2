import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FolderEntry } from '../../shared/api/folders.ts'
import { isTaskFolder } from '../files/task-files.ts'
import { implementer } from './implementer.ts'
import { Problem } from '../services/problem.ts'
import type { Services } from '../services/services.ts'

/** Folders that are looked into for the task mark; past this a listing would keep its reader waiting. */
const mostLookedInto = 500

/** Handlers of the `folders` area. */
export function foldersHandlers({ access }: Pick<Services, 'access'>) {
  return {
    list: implementer.folders.list.handler(async ({ input }) => {
      const roots = [...access.roots()]
      const wanted = input.path ?? roots[0]
      if (wanted === undefined) {
        throw new Problem({
          code: 'not-allowed',
          message: 'Folders cannot be browsed here',
          where: '',
          hint: 'Use “Open folder” in the menu, or drop a folder on the window.',
        })
      }
      const path = access.resolve({ kind: 'path', path: wanted })
      const parent = roots.includes(path) ? null : dirname(path)
      return { path, parent, roots, entries: await entriesOf(path) }
    }),
  }
}

async function entriesOf(path: string): Promise<FolderEntry[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Problem({
      code: 'unreadable',
      message: `The folder cannot be read: ${reason}`,
      where: path,
      hint: 'Choose another folder.',
    })
  })
  const shown = entries
    .filter((entry) => !entry.name.startsWith('.') || entry.isDirectory())
    .filter((entry) => entry.isDirectory() || entry.name.endsWith('.json'))
    .toSorted((a, b) => Number(b.isDirectory()) - Number(a.isDirectory()) || a.name.localeCompare(b.name))
  return Promise.all(
    shown.map(async (entry, index) => {
      const full = join(path, entry.name)
      const isFolder = entry.isDirectory()
      const isTask = isFolder && index < mostLookedInto && isTaskFolder(await readdir(full).catch(() => []))
      return { name: entry.name, path: full, isFolder, isTask }
    }),
  )
}
