import { isTaskFolder } from '../platform/files/task-files.ts'
import { createBesideFromDrop } from './beside.ts'
import { buildNoHistoryFailure } from './build-no-history-failure.ts'
import { ImportFailure } from './import-failure.ts'
import { defaultImportLimits, type ImportLimits } from './import-limits.ts'
import { importSource } from './import-source.ts'
import type { ImportedTask } from './imported-task.ts'
import type { SourceFile } from './source-file.ts'

/** A file whose content somebody dropped on a window; `name` may carry folders. */
export type DroppedFile = Readonly<{ name: string; text: string }>

const pickLastPathPart = (path: string): string => path.split(/[/\\]/).at(-1) ?? path
const pickParentFolder = (path: string): string => path.slice(0, -pickLastPathPart(path).length)

/** A drop carries text, not bytes: a mark that the browser left is taken off, and no bytes can be promised. */
function toSourceFile({ name, text }: DroppedFile): SourceFile {
  const bom = text.startsWith('\uFEFF')
  return {
    name: pickLastPathPart(name),
    text: bom ? text.slice(1) : text,
    utf8: null,
    bytes: null,
    bom,
    exact: true,
    sha256: null,
    changedTs: null,
    problems: [],
  }
}

/**
 * Like `importTask`, for files whose texts are at hand. `name` is what the drop was called. Files of one task
 * folder are read together; of files that are no task folder, the first that can be recognised is read.
 */
export async function importFiles(
  name: string,
  files: readonly DroppedFile[],
  limits: ImportLimits = defaultImportLimits,
): Promise<ImportedTask> {
  const all = new Map(files.map((file) => [file.name, toSourceFile(file)]))
  const telling = files.filter((file) => isTaskFolder([pickLastPathPart(file.name)]))
  const folders = new Set(telling.map((file) => pickParentFolder(file.name)))
  if (folders.size > 1) {
    throw new ImportFailure({
      code: 'unreadable',
      message: `${name} holds ${folders.size} tasks`,
      where: name,
      hint: 'Drop one task folder at a time.',
    })
  }
  const [folder] = folders
  if (folder !== undefined && files.length > 1) {
    const together = files.filter((file) => pickParentFolder(file.name) === folder).map(toSourceFile)
    return importSource(
      {
        kind: 'folder',
        path: '',
        realPath: '',
        name,
        files: together,
        refused: [],
        session: null,
        beside: createBesideFromDrop(folder, all),
      },
      limits,
    )
  }
  return importFirst(name, files, all, limits)
}

/** The first file that can be recognised; else what is wrong with the only one, or how many were looked at. */
async function importFirst(
  name: string,
  files: readonly DroppedFile[],
  all: ReadonlyMap<string, SourceFile>,
  limits: ImportLimits,
): Promise<ImportedTask> {
  let failure: unknown = new ImportFailure({
    code: 'unknown-format',
    message: `${name} holds no files`,
    where: name,
    hint: 'Drop a task folder, or a JSON file with messages.',
  })
  for (const [position, file] of files.entries()) {
    try {
      const label = pickLastPathPart(file.name)
      return await importSource(
        {
          kind: 'file',
          path: '',
          realPath: '',
          name: label,
          files: [toSourceFile(file)],
          refused: [],
          session: null,
          beside: createBesideFromDrop(pickParentFolder(file.name), all),
        },
        limits,
      )
    } catch (error) {
      if (position === 0) failure = error
    }
  }
  // What is wrong with one of many files tells nothing about the others.
  if (files.length > 1) throw buildNoHistoryFailure({ name, where: name, files: files.length })
  throw failure
}
