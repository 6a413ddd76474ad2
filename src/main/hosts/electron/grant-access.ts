import { Problem } from '../../features/common/problem.ts'
import type { FileAccess } from '../../features/library/file-access.ts'
import type { Grants } from './grants.ts'

/**
 * File access of the desktop: the page names no paths at all, it hands in grants that the main process made for
 * folders that the person chose, dropped or named on the command line.
 */
export function createGrantAccess(grants: Grants): FileAccess {
  return {
    roots: () => [],
    resolve: (source) => {
      if (source.kind === 'path') {
        throw new Problem({
          code: 'not-allowed',
          message: 'The page may not open a path by itself.',
          where: source.path,
          hint: 'Choose the folder with Open folder, or drop it on the window.',
        })
      }
      const path = grants.take(source.token)
      if (path !== undefined) return path
      throw new Problem({
        code: 'not-allowed',
        message: 'This permission to open a folder was used before or has expired.',
        where: '',
        hint: 'Choose the folder again.',
      })
    },
  }
}
