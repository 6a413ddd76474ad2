import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { recordName, type BundleRecord } from './record-packages.ts'

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      devOptional: z.boolean().optional(),
      peer: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
})

/** A package that an install of Dewpoint holds: bundled into `out`, or installed beside it. */
export type ShippedPackage = {
  readonly name: string
  readonly version: string
  /** SPDX expression as the package states it; empty where it states none. */
  readonly licence: string
  /** Relative to the root, such as `node_modules/zod`. */
  readonly folder: string
  readonly place: 'bundled' | 'installed'
}

type LockedPackage = Omit<ShippedPackage, 'place'> & { readonly isInstalled: boolean }

/**
 * What is shipped, sorted by name: `dependencies` with all that they need, of every system, and what the records of the
 * bundles name. Throws where the bundles are not there or the lock file does not know what they were made of.
 */
export function shippedPackages(root: string): readonly ShippedPackage[] {
  const locked = lockedPackages(root)
  const bundled = bundleRecord(root).bundled.map((id) => {
    const found = locked.find(({ name, version }) => `${name}@${version}` === id)
    if (found === undefined)
      throw new Error(`${id} is bundled, and package-lock.json does not know it: npm ci, npm run build`)
    return shipped(found, 'bundled')
  })
  return [...installedPackages(root), ...bundled].toSorted((a, b) =>
    `${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1,
  )
}

/** What `dependencies` brings, of every system. */
export function installedPackages(root: string): readonly ShippedPackage[] {
  return lockedPackages(root).flatMap((found) => (found.isInstalled ? [shipped(found, 'installed')] : []))
}

function lockedPackages(root: string): readonly LockedPackage[] {
  const lock = lockSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  return Object.entries(lock.packages).flatMap(([folder, entry]) => {
    const name = folder.split('node_modules/').at(-1) ?? ''
    if (!folder.includes('node_modules/') || entry.link === true) return []
    const { version = '', license: licence = '' } = entry
    const isInstalled = !(entry.dev ?? entry.devOptional ?? entry.peer ?? false)
    return [{ name, version, licence, folder, isInstalled }]
  })
}

/** Whether the bundles with their records are there. */
export function hasBundles(root: string): boolean {
  return bundles.every((name) => existsSync(join(root, 'out', name, recordName)))
}

const bundles = ['main', 'preload', 'renderer']

const recordSchema = z.object({ bundled: z.array(z.string()), loaded: z.array(z.string()) })

/** What all bundles are made of. */
export function bundleRecord(root: string): BundleRecord {
  const records = bundles.map((name) =>
    recordSchema.parse(JSON.parse(readFileSync(join(root, 'out', name, recordName), 'utf8'))),
  )
  return {
    bundled: [...new Set(records.flatMap(({ bundled }) => bundled))],
    loaded: [...new Set(records.flatMap(({ loaded }) => loaded))],
  }
}

function shipped(
  { name, version, licence, folder }: LockedPackage,
  place: ShippedPackage['place'],
): ShippedPackage {
  return { name, version, licence, folder, place }
}

/** Licences that ask for no more than that their text goes along. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Unlicense',
])

/** Whether a package under this SPDX expression may be shipped: one of an `OR`, all of an `AND`. */
export function isAllowedLicence(expression: string): boolean {
  const bare = expression.replaceAll(/[()]/g, ' ')
  return bare
    .split(/\sOR\s/)
    .some((choice) => choice.split(/\sAND\s/).every((licence) => allowed.has(licence.trim())))
}
