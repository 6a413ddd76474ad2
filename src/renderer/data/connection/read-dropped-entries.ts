import { append } from '../../../shared/kernel/append.ts'
import { historyEndings } from '../../../shared/kernel/history-endings.ts'
import type { TaskSource } from '../../../shared/library/tasks-contract.ts'

/** Files of a task folder that an importer reads. Everything else in a dropped folder is ignored. */
const taskFiles: ReadonlySet<string> = new Set([
  'api_conversation_history.json',
  'claude_messages.json',
  'ui_messages.json',
  'task_metadata.json',
  'history_item.json',
])
const historyFiles: readonly string[] = ['api_conversation_history.json', 'claude_messages.json']

/** A dropped folder may hold task folders, but not a whole disk. */
const maxDepth = 3
/** Sessions of one dropped folder: a browser hands over their contents, not where they lie. */
const maxSessions = 64

/** Reads what was dropped on a browser window: single files, task folders, and folders of task folders. */
export async function readDroppedEntries(
  entries: readonly FileSystemEntry[],
): Promise<readonly TaskSource[]> {
  const files = entries.filter(isFile)
  const loose = files.some((file) => historyFiles.includes(file.name))
    ? [
        await buildFilesSource(
          'Dropped files',
          files.filter((file) => taskFiles.has(file.name)),
        ),
      ]
    : await Promise.all(files.filter(canBeHistory).map((file) => buildFilesSource(file.name, [file])))
  const nested = await Promise.all(entries.filter(isFolder).map((folder) => readFolder(folder, maxDepth)))
  const sources = [...loose, ...nested.flat()]
  const [first] = entries
  // An empty source is sent all the same: the engine says better than we do why there is nothing to open.
  return sources.length === 0 && first !== undefined ? [await buildFilesSource(first.name, [])] : sources
}

async function readFolder(folder: FileSystemDirectoryEntry, depth: number): Promise<readonly TaskSource[]> {
  const entries = await listFolder(folder)
  const known = entries.filter(isFile).filter((file) => taskFiles.has(file.name))
  if (known.length > 0) return [await buildFilesSource(folder.name, known)]
  // Sessions of other agents are files of their own; any other JSON of a project is none.
  const sessions = entries.filter(isFile).filter(({ name }) => name.toLowerCase().endsWith('.jsonl'))
  const own = await Promise.all(
    sessions.slice(0, maxSessions).map((file) => buildFilesSource(file.name, [file])),
  )
  if (depth === 0) return own
  const nested = await Promise.all(entries.filter(isFolder).map((child) => readFolder(child, depth - 1)))
  return [...own, ...nested.flat()]
}

async function buildFilesSource(name: string, files: readonly FileSystemFileEntry[]): Promise<TaskSource> {
  const read = files.map(async (file) => ({ name: file.name, text: await readText(file) }))
  return { kind: 'files', name, files: await Promise.all(read) }
}

/** `readEntries` gives at most a hundred at a time and an empty list at the end. */
async function listFolder(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (batch.length === 0) return all
    append(all, batch)
  }
}

async function readText(entry: FileSystemFileEntry): Promise<string> {
  const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
  return file.text()
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

function canBeHistory(entry: FileSystemEntry): boolean {
  const name = entry.name.toLowerCase()
  return historyEndings.some((ending) => name.endsWith(ending))
}
