import { constants } from 'node:fs'
import { access as probe, readdir, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join, parse } from 'node:path'
import { describeError } from '../../../shared/kernel/describe-error.ts'
import type { FolderEntry } from '../../../shared/library/folders-contract.ts'
import { findTasksBelow } from '../../agents/find-tasks.ts'
import { mayBeTask } from '../../agents/recognise-file.ts'
import { isTaskFolder } from '../../platform/files/task-files.ts'
import { implementer } from '../common/implementer.ts'
import { Problem } from '../common/problem.ts'
import type { Services } from '../common/services.ts'
import { writeAllowedFolders } from '../installation/kept-permits.ts'
import { findSecretPlace } from '../installation/secret-places.ts'
import type { FileAccess, FolderPermits } from './file-access.ts'
import { isInside } from './roots-access.ts'

/** Folders that are looked into for the task mark; past this a listing would keep its reader waiting. */
const mostLookedInto = 500
/** What a count beside a folder may cost. */
const countLimits = { depth: 6, folders: 400, tasks: 1000 }

/** Handlers of the `folders` area. */
export function createFoldersHandlers(services: Pick<Services, 'access' | 'library' | 'store'>) {
  const { access } = services
  const area = implementer.folders
  return {
    list: area.list.handler(async ({ input }) => {
      const permits = requireBrowsing(access)
      const roots = [...access.roots(), ...permits.list()]
      const path = permits.browse(expandHome(input.path ?? roots[0] ?? homedir()))
      const top = parse(path).root
      const isAllowed = canReadPath(access, path)
      return {
        path,
        parent: path === top ? null : dirname(path),
        roots: [...new Set([...roots, top])],
        isAllowed,
        entries: await listFolderEntries(path, isAllowed),
      }
    }),
    count: area.count.handler(async ({ input }) => {
      const path = requireBrowsing(access).browse(expandHome(input.path))
      if (!canReadPath(access, path)) return null
      const { paths, stores, isCut } = await findTasksBelow([path], countLimits)
      return { histories: paths.length + stores.length, isCut: isCut || paths.length >= countLimits.tasks }
    }),
    judge: area.judge.handler(async ({ input }) => {
      const path = requireBrowsing(access).browse(expandHome(input.path))
      const isFile = await requireReadable(path)
      return { path, isFile, ask: canReadPath(access, path) ? null : isFile ? dirname(path) : path }
    }),
    allowed: area.allowed.handler(() => [...(access.permits?.list() ?? [])]),
    allow: area.allow.handler(async ({ input }) => {
      const permits = requireBrowsing(access)
      const path = permits.browse(expandHome(input.path))
      if (path === parse(path).root) throw makeWholeDiskProblem(path)
      if (await requireReadable(path)) throw makeNoFolderProblem(path)
      if (canReadPath(access, path)) return
      permits.allow(path)
      await writeAllowedFolders(services)
    }),
    revoke: area.revoke.handler(({ input }) => revokeFolder(services, input.path)),
  }
}

/** What lies in it is not read any more, so that nothing of it may be followed either. */
async function revokeFolder(
  services: Pick<Services, 'access' | 'library' | 'store'>,
  folder: string,
): Promise<void> {
  const { access, library } = services
  requireBrowsing(access).revoke(folder)
  await writeAllowedFolders(services)
  for (const { path } of await library.folders())
    if (isInside(folder, path) && !canReadPath(access, path)) await library.unwatch(path)
}

function requireBrowsing({ permits }: FileAccess): FolderPermits {
  if (permits !== undefined) return permits
  throw new Problem({
    code: 'not-allowed',
    message: 'Folders cannot be browsed here',
    where: '',
    hint: 'Use “Open folder” in the menu, or drop a folder on the window.',
  })
}

function canReadPath(access: FileAccess, path: string): boolean {
  try {
    access.resolve({ kind: 'path', path })
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

/** `~` as a shell reads it. */
function expandHome(path: string): string {
  return path === '~' || path.startsWith('~/') ? join(homedir(), path.slice(1)) : path
}

/** Whether a file lies there. Throws where this account may not read it. */
async function requireReadable(path: string): Promise<boolean> {
  const isFile = !(await stat(path)).isDirectory()
  try {
    await probe(path, isFile ? constants.R_OK : constants.R_OK | constants.X_OK)
  } catch {
    throw new Problem({
      code: 'unreadable',
      message: `The ${isFile ? 'file' : 'folder'} may not be read by the account that Dewpoint runs as.`,
      where: path,
      hint: 'Change its permissions, or copy the histories to a folder of your own.',
    })
  }
  return isFile
}

const makeNoFolderProblem = (path: string): Problem =>
  new Problem({
    code: 'bad-input',
    message: 'This is a file, not a folder.',
    where: path,
    hint: 'Choose the folder that it lies in.',
  })

const makeWholeDiskProblem = (path: string): Problem =>
  new Problem({
    code: 'bad-input',
    message: 'The whole disk cannot be opened at once.',
    where: path,
    hint: 'Choose the folder that holds the histories.',
  })

const isSecret = (path: string): boolean => findSecretPlace(path) === path

/** Of a folder that nobody has allowed yet, only the folders in it are named. */
async function listFolderEntries(path: string, isAllowed: boolean): Promise<FolderEntry[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') throw makeNoFolderProblem(path)
    const reason = describeError(error)
    throw new Problem({
      code: 'unreadable',
      message: `The folder cannot be read: ${reason}`,
      where: path,
      hint: 'Choose another folder.',
    })
  })
  const shown = entries
    .filter((entry) => entry.isDirectory() || (isAllowed && !entry.name.startsWith('.')))
    .filter((entry) => (entry.isDirectory() ? !isSecret(join(path, entry.name)) : mayBeTask(entry.name)))
    .toSorted((a, b) => Number(b.isDirectory()) - Number(a.isDirectory()) || a.name.localeCompare(b.name))
  return Promise.all(
    shown.map(async (entry, index) => {
      const full = join(path, entry.name)
      const isFolder = entry.isDirectory()
      const isLookedInto = isAllowed && isFolder && index < mostLookedInto
      const isTask = isLookedInto && isTaskFolder(await readdir(full).catch(() => []))
      return { name: entry.name, path: full, isFolder, isTask }
    }),
  )
}
