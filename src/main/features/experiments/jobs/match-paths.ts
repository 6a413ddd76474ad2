import type { Dirent } from 'node:fs'
import { readdir, realpath } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { compileGlob, type Glob } from '../../../../shared/kernel/compile-glob.ts'
import type { GlobPlaces } from '../../../../shared/kernel/glob-places.ts'
import { buildTaskPath } from '../../../../shared/library/build-task-path.ts'
import { defaultSearchLimits, findTasksBelow, isTask } from '../../../agents/find-tasks.ts'
import { isBarrenFolder } from '../../../agents/is-barren-folder.ts'
import { listSessions } from '../../../agents/list-sessions.ts'
import { mayBeTask, recogniseFile } from '../../../agents/recognise-file.ts'
import type { Job } from '../../../platform/workers/job.ts'

type MatchPathsInput = {
  /** Absolute real path from which the pattern counts. */
  readonly folder: string
  readonly pattern: string
  /** Names that the pattern may be held against. */
  readonly mostNames: number
  /** Levels below `folder` that are looked into. */
  readonly mostLevels: number
  /** Tasks after which no more are looked for. */
  readonly mostTasks: number
}

export type MatchedTasks = {
  /** Absolute paths of task folders and files. */
  readonly paths: readonly string[]
  /** Matches that are links, or lie behind one: they may lead anywhere, and were not looked into. */
  readonly links: readonly string[]
  /** What ended the search early, if anything did. */
  readonly cut: 'names' | 'levels' | 'folders' | null
  /** Folders that may not be read. */
  readonly closed: readonly string[]
  /** What is wrong with folders that match, each a sentence or two. */
  readonly failures: readonly string[]
}

/**
 * The tasks that a pattern stands for: files and task folders that match it, and the tasks below folders that do. A file
 * of a task folder stands for the folder. A folder is read once, however many of its names match.
 */
export const matchPaths: Job<MatchPathsInput, MatchedTasks> = async ({ mostTasks, ...input }) => {
  const paths = new Set<string>()
  const folders: string[] = []
  const links: string[] = []
  const beside = createListings()
  const walk = startWalk(input)
  for await (const match of walk.matches) {
    const path = join(match.parentPath, match.name)
    // What is left out when folders are walked through is still a match of a `*` itself.
    if (isBarrenFolder(path) || (!match.isDirectory() && !match.isSymbolicLink() && !mayBeTask(path)))
      continue
    const around = await beside(match.parentPath)
    if (match.isSymbolicLink() || around.isBehindLink) links.push(path)
    else if (match.isDirectory()) folders.push(path)
    else if (around.isTask) paths.add(match.parentPath)
    else for (const task of await findTasksByPath(path)) paths.add(task)
    if (paths.size > mostTasks || links.length > mostTasks) break
  }
  const limits = { ...defaultSearchLimits, tasks: mostTasks + 1 }
  const below = paths.size > mostTasks ? null : await findTasksBelow(folders, limits)
  for (const store of below?.stores ?? []) for (const task of await findTasksByPath(store)) paths.add(task)
  return {
    paths: [...new Set([...paths, ...(below?.paths ?? [])])],
    links,
    cut: walk.cut() ?? (below?.isCut === true ? 'folders' : null),
    closed: below?.closed ?? [],
    failures: below?.failures.map(({ message, hint }) => `${message}. ${hint}`) ?? [],
  }
}

/** JSON files are what whoever names them says; of other files their content says whether they are tasks. */
async function findTasksByPath(path: string): Promise<readonly string[]> {
  const found = await recogniseFile(path, basename(path))
  if (found?.isStore === true) {
    const sessions = await listSessions(path).catch(() => [])
    return sessions === null ? [path] : sessions.map(({ key }) => buildTaskPath(path, key))
  }
  return found !== null || path.endsWith('.json') ? [path] : []
}

/** Whether names that differ in their case alone are the same name here. */
const isCaseless = process.platform === 'darwin' || process.platform === 'win32'

function startWalk({ folder, pattern, mostNames, mostLevels }: Omit<MatchPathsInput, 'mostTasks'>) {
  let looked = 0
  let cut: 'names' | 'levels' | null = null
  const glob = compileGlob(isCaseless ? pattern.toLowerCase() : pattern)
  async function* walk(path: string, places: GlobPlaces, level: number): AsyncGenerator<Dirent> {
    // What may not be read holds no matches.
    for (const entry of await readdir(path, { withFileTypes: true }).catch(() => [])) {
      looked += 1
      if (looked > mostNames) cut = 'names'
      const isTooDeep = level >= mostLevels
      if (isTooDeep) cut ??= 'levels'
      if (looked > mostNames || isTooDeep) return
      const below = join(path, entry.name)
      if (isBarrenFolder(below)) continue
      const { isMatch, inside } = holdAgainst(glob, places, entry)
      if (isMatch) yield entry
      if (inside.size > 0) yield* walk(below, inside, level + 1)
    }
  }
  return { matches: walk(folder, glob.start, 0), cut: () => cut }
}

/** Whether a name matches, and what is left of the glob for names inside of it; nothing for what holds none. */
function holdAgainst(glob: Glob, places: GlobPlaces, entry: Dirent) {
  const name = isCaseless ? entry.name.toLowerCase() : entry.name
  const isLink = entry.isSymbolicLink()
  const nothing: GlobPlaces = new Set()
  return {
    isMatch: glob.advance(places, name).has('end'),
    inside: isLink || entry.isDirectory() ? glob.advance(places, `${name}/`, isLink) : nothing,
  }
}

type Surroundings = { readonly isTask: boolean; readonly isBehindLink: boolean }

/** What folders are that hold matches, each looked at once. */
function createListings(): (folder: string) => Promise<Surroundings> {
  const known = new Map<string, Promise<Surroundings>>()
  return (folder) => {
    const before = known.get(folder)
    if (before !== undefined) return before
    const look = lookAround(folder)
    known.set(folder, look)
    return look
  }
}

async function lookAround(folder: string): Promise<Surroundings> {
  const [isOne, real] = await Promise.all([isTask(folder), realpath(folder).catch(() => folder)])
  return { isTask: isOne, isBehindLink: real !== folder }
}
