import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

/**
 * `npm ci` refuses a lock file that leaves out builds for other platforms, and npm leaves them out without a word
 * when a registry does not have them yet. Then the machine that wrote the file works and every fresh clone fails.
 */

const root = join(import.meta.dirname, '..')
const namesSchema = z.record(z.string(), z.string()).optional()
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      integrity: z.string().optional(),
      link: z.boolean().optional(),
      dependencies: namesSchema,
      devDependencies: namesSchema,
      optionalDependencies: namesSchema,
    }),
  ),
})
const { packages } = lockSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
const manifest = z
  .object({
    dependencies: z.record(z.string(), z.string()),
    devDependencies: z.record(z.string(), z.string()),
  })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))

/** Looks where Node would: in the package's own `node_modules`, then further and further out. */
function isLocked(name: string, from: string): boolean {
  if (packages[`${from === '' ? '' : `${from}/`}node_modules/${name}`] !== undefined) return true
  if (from === '') return false
  const outer = from.lastIndexOf('node_modules/')
  return isLocked(name, from.slice(0, Math.max(0, outer)).replace(/\/$/, ''))
}

describe('the lock file', () => {
  it('holds every package that a package asks for, those for other platforms included', () => {
    const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies }).flatMap((name) =>
        isLocked(name, path) ? [] : [`${path} needs ${name}`],
      ),
    )
    expect(missing).toEqual([])
  })

  it('names the content of every package', () => {
    const unnamed = Object.entries(packages).filter(
      ([path, { integrity, link }]) =>
        path.startsWith('node_modules/') && link !== true && integrity === undefined,
    )
    expect(unnamed.map(([path]) => path)).toEqual([])
  })

  it('holds the packages of this repository as links, and nothing else that is not from a registry', () => {
    const own = Object.entries(packages).filter(
      ([path, { link }]) => link === true || !path.startsWith('node_modules/'),
    )
    expect(own.map(([path]) => path).toSorted()).toEqual([
      '',
      'node_modules/@dewpoint/condense',
      'packages/condense',
    ])
  })

  it('agrees with exact versions in package.json', () => {
    expect(packages['']?.dependencies).toEqual(manifest.dependencies)
    expect(packages['']?.devDependencies).toEqual(manifest.devDependencies)
    for (const version of Object.values({ ...manifest.dependencies, ...manifest.devDependencies })) {
      expect(version).toMatch(/^\d+\.\d+\.\d+(-beta\.\d+)?$/)
    }
  })
})
