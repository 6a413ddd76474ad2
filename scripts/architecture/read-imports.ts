import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** Files that each file of the sources imports, types included; tests and what serves them are left out. */
export type Imports = ReadonlyMap<string, readonly string[]>

const importing = /^(?:import|export)\b[^'"]*?from '(?<named>\.[^']+)'|import\('(?<late>\.[^']+)'\)/gm

/** Reads who imports whom below `src` and in the library, for the drawing of the architecture. */
export function readImports(root: string): Imports {
  const files = globSync(['src/**/*.{ts,tsx}', 'packages/*/src/**/*.ts'], { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.test\.tsx?$|\/testing\//.test(file))
  return new Map(
    files
      .toSorted()
      .map((file) => [file, findTargets(file, readFileSync(join(root, file), 'utf8'))] as const),
  )
}

/** The files of the project that a file imports, relative to the root. */
export function findTargets(file: string, text: string): readonly string[] {
  return [...text.matchAll(importing)].map(({ groups }) =>
    posix.join(posix.dirname(file), groups?.['named'] ?? groups?.['late'] ?? ''),
  )
}
