import { realpathSync } from 'node:fs'
import { dirname, isAbsolute, parse, relative, resolve, sep } from 'node:path'
import { Problem } from '../common/problem.ts'
import { findSecretPlace } from '../installation/secret-places.ts'
import type { FileAccess } from './file-access.ts'

/** Characters; Linux takes 4,096 bytes, Windows 32,767 characters. */
const longestPath = 32_767

/**
 * File access of the browser host: what lies in `roots` (the home folder, and folders that were named when Dewpoint
 * was started) and nothing else. Symlinks are followed first, so none of them leads out. Roots that do not exist are
 * left out.
 */
export function createRootsAccess(roots: readonly string[]): FileAccess {
  const realRoots = [
    ...new Set(roots.map((root) => findRealPath(resolve(root))).filter((root) => root !== undefined)),
  ]
  return {
    roots: () => realRoots,
    resolve: (source) => {
      if (source.kind === 'grant') {
        throw new Problem({
          code: 'not-allowed',
          message: 'The browser host knows no grants.',
          where: '',
          hint: 'Drop the files on the page or choose a folder in it.',
        })
      }
      return resolveInside(realRoots, source.path)
    },
  }
}

/**
 * File access of the browser host as a person widens it: the roots, and the folders outside of them that they allowed.
 * Secrets of the system and of people stay closed, unless a root that was named lies among them.
 */
export function createAskingAccess(roots: readonly string[]): FileAccess {
  const fixed = createRootsAccess(roots)
  const allowed = new Set<string>()
  return {
    roots: fixed.roots,
    resolve: (source) => {
      const inside = createRootsAccess([...fixed.roots(), ...allowed])
      const path = inside.resolve(source)
      refuseSecrets(path, fixed.roots())
      return path
    },
    permits: {
      list: () => [...allowed],
      allow: (folder) => void allowed.add(folder),
      revoke: (folder) => void allowed.delete(folder),
      browse: (path) => {
        const real = resolveInside([parse(resolve(path)).root], path)
        refuseSecrets(real, fixed.roots())
        return real
      },
    },
  }
}

function refuseSecrets(path: string, roots: readonly string[]): void {
  const place = findSecretPlace(path)
  if (place === null) return
  if (roots.some((root) => isInside(place, root) && isInside(root, path))) return
  throw new Problem({
    code: 'not-allowed',
    message: `Dewpoint opens nothing in ${place}, where a system or a person keeps secrets.`,
    where: path,
    hint: 'Copy the histories to another folder and open that one.',
  })
}

/** True for a folder and for what lies in it; both are absolute. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path)
  return way === '' || (!isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`))
}

function resolveInside(roots: readonly string[], path: string): string {
  const hint =
    'Open that folder with Open folder once: it asks whether Dewpoint may read it, and remembers the answer.'
  if (path.includes('\0')) {
    throw new Problem({
      code: 'bad-input',
      message: 'The path has a NUL character in it, which no path can have.',
      where: path.replaceAll('\0', '␀'),
      hint: 'Copy the path anew.',
    })
  }
  if (!isAbsolute(path)) {
    throw new Problem({ code: 'bad-input', message: 'The path is not absolute.', where: path, hint })
  }
  const real = findRealPath(path)
  // Whether a file outside exists is nobody's business, so a missing one is judged by the folder it would be in.
  const judged = real ?? findNearestRealPath(resolve(path))
  const isAllowed = roots.some((root) => isInside(root, judged))
  if (!isAllowed) {
    throw new Problem({
      code: 'not-allowed',
      message: 'The path lies outside the folders that may be opened here.',
      where: path,
      hint,
    })
  }
  if (real === undefined) {
    throw new Problem({
      code: 'not-found',
      message: 'There is no such file or folder.',
      where: path,
      hint: 'Check the path, or choose it in the folder browser.',
    })
  }
  return real
}

function findNearestRealPath(path: string): string {
  // A path may have more levels than calls fit on the stack; the system takes none of this length.
  let parent = dirname(path.slice(0, longestPath))
  while (parent !== dirname(parent)) {
    const real = findRealPath(parent)
    if (real !== undefined) return real
    parent = dirname(parent)
  }
  return parent
}

function findRealPath(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch {
    return undefined
  }
}
