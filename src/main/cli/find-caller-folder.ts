import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Folder that relative paths on the command line count from. `npm run` moves to the root of the package first and
 * leaves the caller's own folder in `INIT_CWD`; that variable counts for the script `dewpoint` only, because a
 * script of somebody else may start an installed `dewpoint` from where it likes.
 */
export function findCallerFolder(
  env: Readonly<Record<string, string | undefined>>,
  workingFolder: string,
): string {
  const isOwnScript = env['npm_lifecycle_event'] === 'dewpoint' && env['npm_package_name'] === 'dewpoint'
  return (isOwnScript && env['INIT_CWD']) || workingFolder
}

/** The nearest folder at or above `start` that holds the package: the one with `out` and `resources` in it. */
export function findInstallFolder(start: string): string {
  if (existsSync(join(start, 'package.json'))) return start
  const parent = dirname(start)
  if (parent === start) throw new Error('The folder that Dewpoint is installed in was not found.')
  return findInstallFolder(parent)
}
