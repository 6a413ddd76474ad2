import { glob, readdir, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path'
import { findTaskFolders } from '../../importers/find-task-folders.ts'
import { isTaskFolder } from '../../importers/is-task-folder.ts'
import type { FileAccess } from '../file-access.ts'
import { Problem } from '../problem.ts'

/** Where tasks lie that an entry of an experiment stands for. */
export type MatchedPaths = {
  /** Task folders and files, absolute, in natural order. */
  readonly paths: readonly string[]
  /** Why there are none; empty where there are some. */
  readonly missing: string
}

/** Folders that hold thousands of others and never a task. */
const barren: ReadonlySet<string> = new Set(['node_modules', '.git'])
/** Names that a pattern may be held against. */
const mostNames = 100_000

const byNumbers = new Intl.Collator('en', { numeric: true })

/**
 * Finds what an entry of `tasks` means as a path: a task folder, a folder of such folders, a file, or a pattern with
 * `*`, `?`, `[` or `{`. Relative ones count from `basePath`. Throws a `Problem` where this door does not allow the place.
 */
export async function matchTaskPaths(
  access: FileAccess,
  entry: string,
  basePath: string | undefined,
): Promise<MatchedPaths> {
  const absolute = absolutePath(entry, basePath)
  if (isPattern(absolute) && !(await exists(absolute))) return matchPattern(access, absolute)
  const path = access.resolve({ kind: 'path', path: absolute })
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) return { paths: [], missing: `There is no ${absolute}.` }
  const paths = found.isDirectory() ? await foldersIn(path) : [path]
  return { paths, missing: paths.length === 0 ? `No task lies in ${absolute}.` : '' }
}

function absolutePath(entry: string, basePath: string | undefined): string {
  if (isAbsolute(entry)) return entry
  if (basePath !== undefined && isAbsolute(basePath)) return resolve(basePath, entry)
  throw new Problem({
    code: 'bad-input',
    message: `${entry} is no task of the library, and where a relative path begins is not known`,
    where: entry,
    hint: 'Name tasks by id or by absolute path, or save the experiment as a file beside them.',
  })
}

const isPattern = (path: string): boolean => /[*?[{]/.test(path)

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

async function matchPattern(access: FileAccess, absolute: string): Promise<MatchedPaths> {
  const steps = absolute.split(sep)
  const first = steps.findIndex(isPattern)
  // What is walked through is checked before, what is found once more: a link may lead anywhere.
  const folder = access.resolve({ kind: 'path', path: steps.slice(0, first).join(sep) || sep })
  const pattern = steps.slice(first).join('/')
  let looked = 0
  const exclude = (name: string): boolean => {
    looked += 1
    return looked > mostNames || barren.has(basename(name))
  }
  const tasks = new Set<string>()
  for await (const match of glob(pattern, { cwd: folder, exclude })) {
    const path = allowed(access, join(folder, match))
    if (path !== null) for (const task of await tasksAt(path)) tasks.add(task)
  }
  const missing =
    looked > mostNames
      ? `${pattern} was held against the first ${mostNames.toLocaleString('en-US')} names in ${folder} in vain.`
      : `No task matches ${pattern} in ${folder}.`
  return { paths: [...tasks].toSorted(byNumbers.compare), missing: tasks.size === 0 ? missing : '' }
}

function allowed(access: FileAccess, path: string): string | null {
  try {
    return access.resolve({ kind: 'path', path })
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

/** A pattern finds much that is no task; a file of a task folder stands for the folder. */
async function tasksAt(path: string): Promise<readonly string[]> {
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory() === true) return foldersIn(path)
  if (found === undefined || !path.endsWith('.json')) return []
  const beside = await readdir(dirname(path)).catch(() => [])
  return [isTaskFolder(beside) ? dirname(path) : path]
}

async function foldersIn(path: string): Promise<readonly string[]> {
  const folders = await findTaskFolders(path).catch(() => [])
  return folders.toSorted(byNumbers.compare)
}
