import { realpathSync } from 'node:fs'
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import type { FileAccess } from '../../services/file-access.ts'
import { Problem } from '../../services/problem.ts'

/**
 * File access of the browser host: what lies in `roots` (the home folder, and folders that were named when Dewpoint
 * was started) and nothing else. Symlinks are followed first, so none of them leads out. Roots that do not exist are
 * left out.
 */
export function createRootsAccess(roots: readonly string[]): FileAccess {
  const realRoots = [
    ...new Set(roots.map((root) => realPathOf(resolve(root))).filter((root) => root !== undefined)),
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

function resolveInside(roots: readonly string[], path: string): string {
  const hint = 'Folders outside your home can be named when Dewpoint is started: dewpoint serve <folder>.'
  if (!isAbsolute(path) || path.includes('\0')) {
    throw new Problem({ code: 'bad-input', message: 'The path is not absolute.', where: path, hint })
  }
  const real = realPathOf(path)
  // Whether a file outside exists is nobody's business, so a missing one is judged by the folder it would be in.
  const judged = real ?? nearestRealPath(resolve(path))
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

function isInside(root: string, path: string): boolean {
  const way = relative(root, path)
  return way === '' || (!isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`))
}

function nearestRealPath(path: string): string {
  const parent = dirname(path)
  return parent === path ? path : (realPathOf(parent) ?? nearestRealPath(parent))
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch {
    return undefined
  }
}
