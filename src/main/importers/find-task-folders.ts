import { readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { isTaskFolder } from './is-task-folder.ts'
import { explainFileError } from './read-source-file.ts'

/** Folders that hold thousands of others and never a task. */
const barren: ReadonlySet<string> = new Set(['node_modules', '.git'])

type SearchLimits = Readonly<{
  /** How many levels below the start are looked at: `User/globalStorage/<agent>/tasks/<task>` needs 4 from `User`. */
  depth: number
  /** How many folders are looked at in all. */
  folders: number
}>

/**
 * Absolute paths of the task folders at or below `path`, in order of name. Only names are looked at, links are not
 * followed, folders that may not be read are passed over. Throws `ImportFailure` when `path` itself is no folder
 * that can be read.
 */
export async function findTaskFolders(
  path: string,
  limits: SearchLimits = { depth: 4, folders: 20_000 },
): Promise<readonly string[]> {
  const found: string[] = []
  let looked = 0
  async function search(folder: string, shown: string, depth: number): Promise<void> {
    if (looked >= limits.folders) return
    looked += 1
    const entries = await readdir(folder, { withFileTypes: true })
    if (isTaskFolder(entries.filter((entry) => !entry.isDirectory()).map((entry) => entry.name))) {
      found.push(shown)
      return
    }
    if (depth === 0) return
    const names = entries
      .filter((entry) => entry.isDirectory() && !barren.has(entry.name))
      .map((entry) => entry.name)
    for (const name of names.sort()) {
      // A folder that may not be read, or went meanwhile, costs itself and not the search.
      await search(join(folder, name), join(shown, name), depth - 1).catch(() => undefined)
    }
  }
  try {
    await search(await realpath(path), path, limits.depth)
  } catch (error) {
    throw explainFileError(path, error)
  }
  return found
}
