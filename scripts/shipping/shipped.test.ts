import { existsSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { runScript } from '../gate/run-command.ts'
import { npmScript } from '../npm-script.ts'
import { noticesText, shippedBom } from './notices.ts'
import { packageOf } from './record-packages.ts'
import {
  bundleRecord,
  hasBundles,
  installedPackages,
  isAllowedLicence,
  shippedPackages,
} from './shipped-packages.ts'

const root = join(import.meta.dirname, '..', '..')
const isBuilt = hasBundles(root)
const manifest = z
  .object({ dependencies: z.record(z.string(), z.string()), bin: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))

const packSchema = z
  .array(z.object({ files: z.array(z.object({ path: z.string(), size: z.number() })) }))
  .min(1)

async function packedFiles(): Promise<readonly { readonly path: string; readonly size: number }[]> {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--loglevel=silent']
  const { output } = await runScript(npmScript(), args, { cwd: root })
  return packSchema.parse(JSON.parse(output))[0]?.files ?? []
}

describe.skipIf(!isBuilt)('the tarball', () => {
  it('holds the bundles and what they read, nothing that they were made from, and below 30 MB', async () => {
    const files = await packedFiles()
    const places = [...new Set(files.map(({ path }) => path.split('/')[0] ?? ''))].toSorted()
    expect(places).toEqual(['LICENSE', 'README.md', 'out', 'package.json', 'resources'])
    expect(files.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        ...Object.values(manifest.bin),
        'out/main/worker.js',
        'out/renderer/index.html',
        'resources/sample-task/api_conversation_history.json',
        'resources/measurement/report.html',
        'resources/arms/run-framework.mjs',
      ]),
    )
    // A compactor to begin with is meant to be read.
    const sources = files.filter(({ path }) => /\.(map|tsx?|tsbuildinfo)$/.test(path))
    expect(sources.map(({ path }) => path)).toEqual(['resources/gate/compactor.ts'])
    expect(files.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(30_000_000)
  })
})

describe.skipIf(!isBuilt)('the bundles', () => {
  it('load what is installed beside them, all of it and nothing else', () => {
    const packages = bundleRecord(root)
      .loaded.filter((name) => !isBuiltin(name) && name !== 'electron' && name !== 'electron/renderer')
      .map((name) =>
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      )
    expect([...new Set(packages)].toSorted()).toEqual(Object.keys(manifest.dependencies).toSorted())
  })
})

describe.skipIf(!isBuilt)('what is shipped', () => {
  it('is under licences that ask for no more than their text', () => {
    const refused = shippedPackages(root).filter(({ licence }) => !isAllowedLicence(licence))
    expect(refused).toEqual([])
  })

  it('is named in the notices with the text of its licence', () => {
    const text = noticesText(shippedPackages(root), root)
    expect(text).toMatch(/^react 19\S+ {2}MIT {2}bundled$/m)
    expect(text).toMatch(/^better-sqlite3 \S+ {2}MIT {2}installed$/m)
    expect(text).toContain('Copyright (c) Meta Platforms')
  })
})

describe('licences', () => {
  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['MIT AND ISC', true],
    ['MIT AND GPL-3.0-only', false],
    ['AGPL-3.0-or-later', false],
    ['SEE LICENSE IN LICENSE.md', false],
    ['', false],
  ])('%j may be shipped: %s', (expression, may) => {
    expect(isAllowedLicence(expression)).toBe(may)
  })
})

describe('the packages beside the bundles', () => {
  it('are those of dependencies with what they need, and no tool', () => {
    const names = installedPackages(root).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)))
    expect(names).not.toContain('vitest')
    expect(names).not.toContain('react')
  })
})

describe('the bill of materials', () => {
  it('keeps what is shipped and hangs what is bundled below Dewpoint', () => {
    const component = (name: string): object => ({ 'bom-ref': `${name}@1.0.0`, name, version: '1.0.0' })
    const bom = {
      metadata: { component: component('checkout') },
      components: [component('zod'), component('vitest'), component('pino'), component('sonic-boom')],
      dependencies: [
        { ref: 'checkout@1.0.0', dependsOn: ['vitest@1.0.0', 'pino@1.0.0'] },
        { ref: 'pino@1.0.0', dependsOn: ['sonic-boom@1.0.0', 'vitest@1.0.0'] },
        { ref: 'vitest@1.0.0', dependsOn: [] },
      ],
    }
    const kept = new Set(['zod@1.0.0', 'pino@1.0.0', 'sonic-boom@1.0.0'])
    expect(shippedBom(JSON.stringify(bom), kept)).toMatchObject({
      metadata: { component: { name: 'dewpoint', type: 'application' } },
      components: [{ name: 'zod' }, { name: 'pino' }, { name: 'sonic-boom' }],
      dependencies: [
        { ref: 'checkout@1.0.0', dependsOn: ['zod@1.0.0', 'pino@1.0.0', 'sonic-boom@1.0.0'] },
        { ref: 'pino@1.0.0', dependsOn: ['sonic-boom@1.0.0'] },
      ],
    })
  })
})

describe('the record of a bundle', () => {
  it.each([
    [join(root, 'node_modules', 'zod', 'index.js'), /^zod@\d/],
    [
      `\0${join(root, 'node_modules', '@orpc', 'client', 'dist', 'x.mjs')}?commonjs-module`,
      /^@orpc\/client@\d/,
    ],
  ])('names the package of %j', (id, name) => {
    expect(packageOf(id)).toMatch(name)
  })

  it.each([join(root, 'src', 'main', 'compose.ts'), '\0rolldown/runtime.js', 'node:fs'])(
    'names none for %j',
    (id) => {
      expect(packageOf(id)).toBeNull()
    },
  )

  it.skipIf(!isBuilt)('is of packages that are there', () => {
    const gone = shippedPackages(root).filter(
      ({ place, folder }) => place === 'bundled' && !existsSync(join(root, folder)),
    )
    expect(gone).toEqual([])
  })
})
