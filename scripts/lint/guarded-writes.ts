/** Which functions of `node:fs` may be used where: everything that changes the disk stands in one folder. */

const modules = ['fs', 'fs/promises', 'node:fs', 'node:fs/promises']
/** With and without `Sync`. `open` and `promises` can be anything; reading has functions of its own in `files`. */
const writing = new Set(
  `appendFile chmod chown copyFile cp createWriteStream fchmod fchown fdatasync fsync ftruncate futimes lchmod lchown link
  lutimes mkdir mkdtemp mkdtempDisposable open promises rename rm rmdir symlink truncate unlink utimes write writeFile
  writev`.split(/\s+/),
)

const guarded = 'src/main/platform/files/'

/** Why a call of `mkdir` may not stand in a file; null where it may. */
export function recursiveFault(file: string): string | null {
  if (!file.startsWith('src/') || isTest.test(file)) return null
  return "Node's recursive mkdir never ends in /proc and follows links: use makeFolder, makeFolders or holdNewFolder"
}

/** What SQLite and the log need for their own files, which lie in the data folder. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  'src/main/platform/log/open-log.ts': ['rmSync'],
  'src/main/platform/store/copies/database-copy.ts': [
    'fsyncSync',
    'linkSync',
    'openSync',
    'renameSync',
    'rmSync',
  ],
  'src/main/platform/store/copies/restore.ts': ['copyFileSync', 'linkSync', 'renameSync', 'rmSync'],
  // Read without SQLite.
  'src/main/platform/store/doctor/log-file.ts': ['openSync'],
  'src/main/platform/store/doctor/file-head.ts': ['openSync'],
  'src/main/platform/store/search/open-search-database.ts': ['rmSync'],
}

const isTest = /\.test\.tsx?$|\/testing\//

/**
 * Says why a file may not import these names from a module, or returns null where it may. `*` stands for the module as a
 * whole. `file` is relative to the root with forward slashes.
 */
export function writeFault(file: string, module: string, names: readonly string[]): string | null {
  if (!file.startsWith('src/') || file.startsWith(guarded) || isTest.test(file)) return null
  if (!modules.includes(module)) return null
  const allowed = exceptions[file] ?? []
  const found = names.find(
    (name) => (name === '*' || writing.has(name.replace(/Sync$/, ''))) && !allowed.includes(name),
  )
  if (found === undefined) return null
  const what = found === '*' ? `${module} as a whole` : found
  return `${what} may write, and only src/main/platform/files writes, behind the guard of the sources: use what is there`
}
