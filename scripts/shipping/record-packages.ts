import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Name of the record in the folder of a bundle. */
export const recordName = 'packages.json'

/** What a bundle is made of. */
export type BundleRecord = {
  /** Packages whose code is in it, as `name@version`, sorted. */
  readonly bundled: readonly string[]
  /** What it loads from outside, as it names it, sorted: modules of Node, and packages that have to be installed. */
  readonly loaded: readonly string[]
}

/** Records which packages a bundle was made of, which nobody can tell from it afterwards. */
export function recordPackages(): Plugin {
  return {
    name: 'dewpoint:record-packages',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const bundled = chunks.flatMap(({ moduleIds }) => moduleIds).map(packageOf)
      const loaded = chunks
        .flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
        .filter((name) => bundle[name] === undefined)
      const record: BundleRecord = { bundled: sorted(bundled), loaded: sorted(loaded) }
      const source = `${JSON.stringify(record, null, 2)}\n`
      this.emitFile({ type: 'asset', fileName: recordName, source })
    },
  }
}

function sorted(names: readonly (string | null)[]): string[] {
  return [...new Set(names.filter((name) => name !== null))].toSorted()
}

/** The package that a module is part of, as `name@version`; null for modules of our own and of the bundler. */
export function packageOf(moduleId: string): string | null {
  const path = moduleId.replace(/^\0/, '').replace(/\?.*$/, '')
  const inner = /^(?<folder>.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(path)?.groups?.[
    'folder'
  ]
  if (inner === undefined || !existsSync(join(inner, 'package.json'))) return null
  const manifest: unknown = JSON.parse(readFileSync(join(inner, 'package.json'), 'utf8'))
  if (typeof manifest !== 'object' || manifest === null) return null
  const name = 'name' in manifest ? manifest.name : undefined
  const version = 'version' in manifest ? manifest.version : undefined
  return typeof name === 'string' && typeof version === 'string' ? `${name}@${version}` : null
}
