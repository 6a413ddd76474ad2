import { existsSync, type BigIntStats } from 'node:fs'
import { lstat, readdir, readlink, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { append } from '../../../shared/kernel/append.ts'
import { splitTaskPath } from '../../../shared/library/build-task-path.ts'
import { listCompanionNames, type Companion } from './companions.ts'
import { FileFailure } from './file-failure.ts'
import type { FolderGuard, HeldFolder } from './held-folder.ts'
import { listFoldersAround, listFoldersFrom, listRealNames } from './list-folders-from.ts'
import { requireOwnFile } from './own-files.ts'
import { taskFiles, tellingNames } from './task-files.ts'

/** What must not be written into, by absolute paths. Places that are gone have nothing to lose. */
export type KnownPlaces = {
  /** Task folders, files that are a task by themselves, and whole folders that belong to an agent. */
  readonly sources: readonly string[]
  /** Opened folders of tasks: whoever keeps reports beside their tasks may go on doing so. */
  readonly folders: readonly string[]
}

/** Keeps every write out of the sources. */
export type SourceGuard = {
  /**
   * Throws a `FileFailure` (`source`) where a file at this path is a source, or would lie in one, or would turn a
   * folder of tasks into a task, and one (`own-data`) where it would lie among Dewpoint's own data. What is compared is
   * the files and folders themselves and not their names, so no link, no other case and no `..` leads around it. A folder
   * that is held open for the file is judged as well, by what it is: its names may lead elsewhere by now.
   */
  readonly check: (path: string, held?: HeldFolder) => Promise<void>
  /** The same for a file of an agent's own: the storage that its path names may be written to, and no other source. */
  readonly within: (path: string) => FolderGuard
  /** Adds sources that nothing else knows, such as the files that a command was given. */
  readonly protect: (paths: readonly string[]) => void
}

export type GuardOptions = {
  /** Asked at every check, for the library changes. */
  readonly known: () => Promise<KnownPlaces>
  /** The home folder and the one for temporary files: a history that lies there makes no task of all that is below. */
  readonly wide: readonly string[]
  /** What agents keep beside the files of their sessions. */
  readonly companions?: readonly Companion[]
  /** Dewpoint's own. What is written by name may lie in its folders of recordings and backups and nowhere else in it. */
  readonly dataFolder?: string
}

type Protected = KnownPlaces & {
  readonly wide: ReadonlySet<string>
  readonly companions: readonly Companion[]
}

const fileNames: ReadonlySet<string> = new Set(Object.values(taskFiles))

/** A guard of what is known and of every folder that holds a task by its look, known or not. */
export function createSourceGuard({
  known,
  wide,
  dataFolder,
  companions: ofAgents = [],
}: GuardOptions): SourceGuard {
  const companions = [...ofAgents, ...ofDatabases]
  const added: string[] = []
  const checkAll = async (
    path: string,
    held: HeldFolder | undefined,
    isFree: (source: string) => boolean,
  ): Promise<void> => {
    const { sources, folders } = await known()
    const files = new Set([...sources, ...added].map(resolveSessionFile).filter((source) => !isFree(source)))
    const places = { sources: [...files], folders, wide: listWideFolders(wide), companions }
    // The place itself, and where links lead from it: one is replaced, the other one written through.
    for (const place of await listLinkPlaces(resolve(path))) {
      const source = findTaskAround(place, places.wide) ?? (await findKnownAround(place, places, held))
      if (source !== null) throw buildRefusal(path, source)
      const swallowed = await findTaskBelow(place, places)
      if (swallowed !== null) throw buildHidingFailure(path, swallowed)
      if (dataFolder !== undefined) refuseOwnData(path, place, dataFolder)
    }
  }
  return {
    protect: (paths) => append(added, paths.filter(Boolean)),
    check: (path, held) => checkAll(path, held, () => false),
    within: (path) => ({
      check: (place, held) => checkAll(place, held, (source) => path.startsWith(source + sep)),
    }),
  }
}

/** What SQLite keeps beside a database. */
const ofDatabases = ['.db', '.sqlite'].map((ending): Companion => ({
  of: ending,
  are: ['-wal', '-shm', '-journal'].map((more) => `${ending}${more}`),
}))

/** The file of a session in one that holds several. A path that is there names a file, whatever signs it has. */
function resolveSessionFile(source: string): string {
  const { file, session } = splitTaskPath(source)
  return session === null || existsSync(source) ? source : file
}

/** All folders that hold one of these. */
export function listWideFolders(folders: readonly string[]): ReadonlySet<string> {
  return new Set(folders.flatMap(listFoldersFrom))
}

/** The folder at or above a place that holds a task by its look; null where none does. */
export function findTaskAround(place: string, wide: ReadonlySet<string>): string | null {
  return listFoldersAround(place).find((folder) => !wide.has(folder) && holdsTask(folder)) ?? null
}

/** True for a folder with a history or a chat record, by name. One that nobody may look into is none. */
function holdsTask(folder: string): boolean {
  // Not joined: a step up from a handle is none back in its path.
  return tellingNames.some((name) => existsSync(`${folder}/${name}`))
}

/** The place, and each one that it leads to as a link; the last of them need not exist. */
async function listLinkPlaces(path: string): Promise<readonly string[]> {
  const ways = [path]
  // As many as Linux follows.
  for (let place = path; ways.length <= 40;) {
    const found = await lstat(place).catch(() => null)
    if (found?.isSymbolicLink() !== true) break
    const folder = await realpath(dirname(place)).catch(() => dirname(place))
    place = resolve(folder, await readlink(place))
    ways.push(place)
  }
  return ways
}

/** The known source that a place is, or lies in. */
async function findKnownAround(
  place: string,
  { sources, wide, companions }: Protected,
  held: HeldFolder | undefined,
): Promise<string | null> {
  const states = await Promise.all([...wide].map(readStats))
  const wideStates = new Set(states.flatMap((state) => (state === null ? [] : [buildIdentity(state)])))
  const opened = (await held?.around())?.filter(({ state }) => !wideStates.has(buildIdentity(state))) ?? []
  const task = opened.find(({ path }) => holdsTask(path))
  if (task !== undefined) return realpath(task.path)
  const around = new Set(opened.map(({ state }) => buildIdentity(state)))
  for (const folder of listFoldersAround(place)) {
    if (wide.has(folder)) continue
    const state = await readStats(folder)
    if (state !== null) around.add(buildIdentity(state))
  }
  const names = [place, ...(held === undefined ? [] : [held.at(basename(place))])]
  const own = (await Promise.all(names.map(readStats))).filter((state) => state !== null)
  const files = new Set(own.map(buildIdentity))
  const found = await Promise.all(
    sources.map((source) => listProtectedPlaces(source, wideStates, companions)),
  )
  for (const { path, state } of found.flat()) {
    const same = state.isDirectory() ? around : files
    if (same.has(buildIdentity(state))) return path
  }
  const session = findOwningSession(place, sources, companions)
  if (session !== null) return session
  const linked = own.filter((one) => one.isFile() && one.nlink > 1n)
  return linked.length === 0 ? null : findLinkedFile(linked, found.flat())
}

type Place = { readonly path: string; readonly state: BigIntStats }

/** What a source protects: the folder of a task, where that is one, and the files that belong to it. */
async function listProtectedPlaces(
  source: string,
  wide: ReadonlySet<string>,
  companions: readonly Companion[],
): Promise<readonly Place[]> {
  const own = await resolvePlace(source)
  const folder = fileNames.has(basename(source)) ? await resolvePlace(dirname(source)) : own
  if (folder !== null && folder.state.isDirectory()) {
    if (!wide.has(buildIdentity(folder.state))) return own === null ? [folder] : [own, folder]
    return present(await Promise.all([...fileNames].map((name) => resolvePlace(join(folder.path, name)))))
  }
  if (own === null) return []
  const belonging = await listBelongingFiles(await realpath(source).catch(() => source), companions)
  return [own, ...present(await Promise.all(belonging.map(resolvePlace)))]
}

async function resolvePlace(path: string): Promise<Place | null> {
  const state = await readStats(path)
  return state === null ? null : { path, state }
}

const present = (places: readonly (Place | null)[]): readonly Place[] =>
  places.filter((place) => place !== null)

/** Endings of files that are a session by themselves, with what their agent keeps beside them. */
const sessionEndings = ['.messages.json', '.jsonl'] as const

/**
 * What an agent keeps beside the file of a session under the session's name: for `s.messages.json` also `s.json` and
 * other files of `s`, for `s.jsonl` the folder `s`. Empty for any other file: `history.json` owns no `history.html`.
 */
async function listBelongingFiles(
  source: string,
  companions: readonly Companion[],
): Promise<readonly string[]> {
  const name = basename(source)
  const named = listCompanionNames(name, companions).map((one) => join(dirname(source), one))
  const ending = sessionEndings.find((one) => name.endsWith(one))
  if (ending === undefined) return named
  const session = name.slice(0, -ending.length)
  const folder = dirname(source)
  if (ending === '.jsonl') return [...named, join(folder, session)]
  const beside = await readdir(folder).catch(() => [])
  return [...named, ...beside.filter((one) => one.startsWith(`${session}.`)).map((one) => join(folder, one))]
}

/** What an agent reads as part of a session, there or not: for `s.messages.json` also `s.json`, for `s.jsonl` what is in `s`. */
const partEndings = [
  ['.messages.json', '.json'],
  ['.jsonl', ''],
] as const

/** The session that a place would be a part of. */
function findOwningSession(
  place: string,
  sources: readonly string[],
  companions: readonly Companion[],
): string | null {
  const names = listRealNames(place).map((name) => name.toLowerCase())
  const steps = new Set(names.flatMap((name) => name.split(sep)))
  const isPart = (source: string): boolean => {
    const [ending, partEnding] = partEndings.find(([one]) => source.endsWith(one)) ?? []
    const own = ending === undefined ? [] : [source.slice(0, -ending.length) + partEnding]
    const beside = listCompanionNames(basename(source), companions).map((name) => join(dirname(source), name))
    return [...own, ...beside].some((part) => {
      // Few share a name, so that few are resolved.
      if (!steps.has(basename(part).toLowerCase())) return false
      const parts = listRealNames(part).map((name) => name.toLowerCase())
      return names.some((name) => parts.some((one) => name === one || name.startsWith(one + sep)))
    })
  }
  return sources.find(isPart) ?? null
}

/** The file of a source that is one and the same as this one under another name. */
async function findLinkedFile(own: readonly BigIntStats[], places: readonly Place[]): Promise<string | null> {
  for (const { path, state } of places) {
    if (!state.isDirectory() || !own.some(({ dev }) => dev === state.dev)) continue
    for (const entry of await readdir(path, { recursive: true, withFileTypes: true }).catch(() => [])) {
      const file = join(entry.parentPath, entry.name)
      const found = entry.isFile() ? await readStats(file) : null
      if (found !== null && own.some((one) => buildIdentity(one) === buildIdentity(found))) return file
    }
  }
  return null
}

/** A task or an opened folder in the folder of a new file that would make a task of it, and hide them. */
async function findTaskBelow(place: string, { sources, folders }: Protected): Promise<string | null> {
  if (!fileNames.has(basename(place).toLowerCase())) return null
  const folder = await realpath(dirname(place)).catch(() => dirname(place))
  const start = folder.endsWith(sep) ? folder : folder + sep
  return [...folders, ...sources].find((one) => one === folder || one.startsWith(start)) ?? null
}

/** Recordings lie in the data folder by default. */
function refuseOwnData(path: string, place: string, dataFolder: string): void {
  for (const folder of listRealNames(dataFolder)) {
    for (const name of listRealNames(place)) {
      const [first, ...rest] = relative(folder, name).split(sep)
      if (first === '..' || first?.includes(':') === true) continue
      if ((first !== 'recordings' && first !== 'backups') || rest.length === 0)
        throw buildOwnDataFailure(path, dataFolder)
      requireOwnFile(resolve(place))
    }
  }
}

async function readStats(path: string): Promise<BigIntStats | null> {
  return stat(path, { bigint: true }).catch(() => null)
}

function buildIdentity({ dev, ino }: BigIntStats): string {
  return `${dev} ${ino}`
}

function buildRefusal(where: string, source: string): FileFailure {
  return new FileFailure({
    code: 'source',
    message: 'Nothing is ever written into the source.',
    where,
    hint: `Name a place outside of ${source}.`,
  })
}

function buildOwnDataFailure(where: string, dataFolder: string): FileFailure {
  return new FileFailure({
    code: 'own-data',
    message: 'Dewpoint keeps its own data in this folder, and nothing else is written there.',
    where,
    hint: `Name a place outside of ${dataFolder}.`,
  })
}

function buildHidingFailure(where: string, source: string): FileFailure {
  return new FileFailure({
    code: 'source',
    message: 'A file of this name would make one task of its folder and hide the tasks in it.',
    where,
    hint: `Choose another name, or a folder of its own: ${source} lies in this one.`,
  })
}
