import { basename, sep } from 'node:path'

/** Folders that hold thousands of others and never a task; agents keep checkpoints of whole projects in their tasks. */
const barren: ReadonlySet<string> = new Set(['node_modules', '.git', 'checkpoints'])

/** Where the system shows processes, devices and itself as files: there are endlessly many, and none is on a disk. */
const systemFolders: readonly string[] = process.platform === 'win32' ? [] : ['/proc', '/sys', '/dev']

/** True for folders that are never looked into, by absolute path or by name. */
export function isBarrenFolder(path: string): boolean {
  return barren.has(basename(path)) || isSystemFolder(path)
}

/** True for an absolute path where the system shows itself as files, or below. */
export function isSystemFolder(path: string): boolean {
  return systemFolders.some((folder) => path === folder || path.startsWith(folder + sep))
}
