import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { splitTaskPath, buildTaskPath } from '../../shared/library/build-task-path.ts'
import type { ImportProblem } from '../../shared/library/task-types.ts'
import { taskFiles } from '../platform/files/task-files.ts'
import { agents } from './agents.ts'
import { createBesideOnDisk } from './beside.ts'
import type { FileHead } from './file-head.ts'
import { defaultImportLimits, type ImportLimits } from './import-limits.ts'
import { importSource } from './import-source.ts'
import type { ImportedTask } from './imported-task.ts'
import { beginsWithLines } from './read-pieces.ts'
import {
  realFileSystem,
  explainFileError,
  readSourceFile,
  type FileSystem,
  type ReadOptions,
} from './read-source-file.ts'
import { readHead } from './recognise-file.ts'
import type { Source, SourceFile } from './source-file.ts'

type GatherOptions = Pick<ReadOptions, 'limits' | 'files' | 'mostBytes' | 'onRead'>

/**
 * Reads the task folder, message array or result file at an absolute path, without writing anything anywhere.
 * Damage is reported in `problems`; throws `ImportFailure` where no history can be read.
 */
export async function importTask(
  path: string,
  limits: ImportLimits = defaultImportLimits,
  options: Pick<GatherOptions, 'mostBytes' | 'onRead'> = {},
): Promise<ImportedTask> {
  return importSource(await gatherSource(path, { limits, files: realFileSystem, ...options }), limits)
}

/**
 * What the first bytes of a session say that is so large that it is read piece by piece, and the size of its file; null for
 * all others, which are read as soon as that, and where it cannot be read.
 */
export async function importBeginning(
  path: string,
  mostBytes: number,
  limits: ImportLimits = defaultImportLimits,
): Promise<Readonly<{ task: ImportedTask; bytes: number }> | null> {
  try {
    const { size: bytes } = await stat(path)
    if (bytes < Math.max(limits.pieceFrom, 2 * mostBytes)) return null
    const head = await readHead(path, basename(path))
    if (head === null || !beginsWithLines(head.bytes) || findUnread(head) === null) return null
    return { task: await importTask(path, limits, { mostBytes }), bytes }
  } catch {
    // Whoever reads it whole hears why.
    return null
  }
}

/** What need not be kept of the lines of a file that begins so; null where its format is not read line by line. */
function findUnread(head: FileHead): readonly string[] | null {
  const found = agents.find(({ isTaskFolder, recognises }) => isTaskFolder === undefined && recognises(head))
  if (found === undefined) return null
  return found.unread ?? ('readLines' in found ? [] : null)
}

type Place = Readonly<{ path: string; session: string | null; real: string }>

async function gatherFolder(folder: string, path: string, options: GatherOptions): Promise<Source> {
  const present = new Set(await readdir(folder))
  const names = Object.values(taskFiles).filter((name) => present.has(name))
  const files: SourceFile[] = []
  const refused: ImportProblem[] = []
  for (const name of names) {
    try {
      files.push(await readSourceFile(join(folder, name), { ...options, root: folder, name }))
    } catch (error) {
      const failure = explainFileError(join(folder, name), error)
      // Bounds and rights of the history itself are the whole story; of the files beside it they are a remark.
      if (name === taskFiles.history) throw failure
      refused.push({ file: name, place: '', reason: failure.message, severity: 'warning' })
    }
  }
  return {
    kind: 'folder',
    path,
    realPath: folder,
    name: basename(path),
    files,
    refused,
    session: null,
    beside: createBesideOnDisk(folder, options.limits),
  }
}

async function gatherFile({ path, session, real }: Place, options: GatherOptions): Promise<Source> {
  const name = basename(path)
  const file = await readSourceFile(path, { ...options, root: null, name, findUnread })
  const label = name === taskFiles.history ? basename(dirname(path)) : name
  return {
    kind: 'file',
    path: buildTaskPath(path, session),
    realPath: real,
    name: label,
    files: [file],
    refused: [],
    session,
    beside: createBesideOnDisk(dirname(real), options.limits),
  }
}

/** A path that is there names a file, whatever signs it has. */
async function resolveTaskPlace(path: string, files: FileSystem): Promise<readonly [string, string | null]> {
  const { file, session } = splitTaskPath(path)
  if (session === null) return [path, null]
  const isThere = await files.stat(path).then(
    () => true,
    () => false,
  )
  return isThere ? [path, null] : [file, session]
}

/** Reads the files of a task folder, or one file. Nothing is parsed yet. Throws `ImportFailure`. */
export async function gatherSource(
  path: string,
  options: GatherOptions = { limits: defaultImportLimits, files: realFileSystem },
): Promise<Source> {
  try {
    const [file, session] = await resolveTaskPlace(path, options.files)
    const real = await options.files.realpath(file)
    const kind = await options.files.stat(real)
    return await (kind.isDirectory()
      ? gatherFolder(real, path, options)
      : gatherFile({ path: file, session, real }, options))
  } catch (error) {
    throw explainFileError(path, error)
  }
}
