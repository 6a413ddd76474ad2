import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { describe, expect, it } from 'vitest'

/**
 * A file earns its place by two importers, a test, or being an entry: a provider, a format, a command, a job, a screen.
 * A helper that one neighbour calls lives in that neighbour, unless both together would be too long to read.
 */

const root = join(import.meta.dirname, '..', '..')

/** What a registry, a router or a build names, so that one importer is all that it can have. */
const entries: readonly RegExp[] = [
  /^src\/main\/store\/migrations\//,
  /^src\/main\/cli\/commands\//,
  /^src\/main\/workers\/jobs\//,
  /^src\/main\/importers\/(?<format>[a-z-]+)\/\k<format>\.ts$/,
  /^src\/main\/importers\/roo\/(?:roo|cline)-task\.ts$/,
  /^src\/main\/engine\/providers\//,
  /^src\/main\/evaluation\/metrics\//,
  /^src\/main\/forms\/targets\//,
  /^src\/main\/api\/[a-z-]+\.ts$/,
  /^src\/shared\/api\//,
  /^src\/main\/reports\/(?:html|markdown)\//,
  /^src\/shared\/words\/glossary\//,
  /-(?:view|tab|screen|pane)\.tsx$/,
  /\.worker\.ts$/,
  /\/(?:main|preload|worker|doctor-thread)\.tsx?$/,
]

/** A helper of one neighbour below this size would fit into it. */
const smallest = 40

/** Small ones that stay by themselves, and why. */
const allowed: ReadonlyMap<string, string> = new Map([
  ['src/main/importers/packed-file.ts', 'knows bytes, and its neighbour the file system'],
  ['src/main/importers/task-path.ts', 'is the path of a task, which more than its reader will need'],
  ['src/main/record/requests/logged-requests.ts', 'is the counterpart of match-requests for logs'],
  ['src/main/reports/verify/figures-of.ts', 'keeps the figures of a report apart from comparing them'],
  ['src/main/services/tasks/prepare-library.ts', 'is a service of its own'],
  ['src/main/workers/open-after.ts', 'would make the jobs of results import each other'],
  ['src/renderer/data/use-all-rows.ts', 'is data, which views must not fetch themselves'],
  ['src/renderer/data/use-changed-elsewhere.ts', 'is data, which views must not fetch themselves'],
  [
    'src/renderer/views/replay/context/use-context-at.ts',
    'is asked for by its pane alone, and tested with it',
  ],
])

const files = ['src', 'scripts', 'bench', 'e2e'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(root, folder, name)),
)
const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path) || path.includes(`${sep}testing${sep}`)
const nameOf = (path: string): string => relative(root, path).replaceAll(sep, '/')

/** Files by what they import. */
function importersOf(): ReadonlyMap<string, readonly string[]> {
  const known = new Set(files)
  const importers = new Map<string, string[]>()
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    for (const [, target = ''] of text.matchAll(/(?:from|import|new URL\()\s*\(?['"](\.[^'"]+)['"]/g)) {
      const path = resolve(dirname(file), target)
      if (known.has(path)) importers.set(path, [...(importers.get(path) ?? []), file])
    }
  }
  return importers
}

/** Product files that one other imports and no test does. */
function loneHelpers(): readonly string[] {
  const importers = importersOf()
  return files.filter((file) => {
    if (
      isTest(file) ||
      !file.startsWith(join(root, 'src')) ||
      entries.some((entry) => entry.test(nameOf(file)))
    )
      return false
    const base = file.replace(/\.tsx?$/, '')
    const by = importers.get(file) ?? []
    const isTested = existsSync(`${base}.test.ts`) || existsSync(`${base}.test.tsx`) || by.some(isTest)
    return !isTested && new Set(by).size < 2
  })
}

describe('the grain of the code', () => {
  const lone = loneHelpers()

  it('leaves no small helper alone with its only neighbour', () => {
    const small = lone.filter((file) => readFileSync(file, 'utf8').split('\n').length < smallest).map(nameOf)
    expect(small.filter((name) => !allowed.has(name))).toEqual([])
  })

  it('keeps helpers of one neighbour under a tenth of the product', () => {
    const product = files.filter((file) => file.startsWith(join(root, 'src')) && !isTest(file))
    expect(lone.length / product.length).toBeLessThan(0.1)
  })
})
