import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { splitTaskPath, buildTaskPath } from '../../shared/library/build-task-path.ts'
import type { ImportProblem } from '../../shared/library/task-types.ts'
import { taskFiles } from '../platform/files/task-files.ts'
import { createBesideOnDisk } from './beside.ts'
import { defaultImportLimits, type ImportLimits } from './import-limits.ts'
import { importSource } from './import-source.ts'
import type { ImportedTask } from './imported-task.ts'
import { realFileSystem, explainFileError, readSourceFile, type FileSystem } from './read-source-file.ts'
import type { Source, SourceFile } from './source-file.ts'

type GatherOptions = Readonly<{ limits: ImportLimits; files: FileSystem }>

/**
 * Reads the task folder, message array or result file at an absolute path, without writing anything anywhere.
 * Damage is reported in `problems`; throws `ImportFailure` where no history can be read.
 */
export async function importTask(
  path: string,
  limits: ImportLimits = defaultImportLimits,
): Promise<ImportedTask> {
  return importSource(await gatherSource(path, { limits, files: realFileSystem }), limits)
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
  const file = await readSourceFile(path, { ...options, root: null, name })
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
