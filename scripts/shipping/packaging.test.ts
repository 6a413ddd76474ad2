import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'electron-builder'
import { imageSize } from 'image-size'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { findDesktopRuntime } from '../../src/main/hosts/common/desktop-runtime.ts'
import { fusesOf, wantedFuses } from './fuses.ts'
import { hasBundles, installedPackages } from './shipped-packages.ts'

const root = join(import.meta.dirname, '..', '..')
const runtime = findDesktopRuntime(join(root, 'node_modules', 'electron'))
const configurationSchema = z.looseObject({
  files: z.array(z.string()),
  publish: z.null(),
  mac: z.looseObject({
    entitlements: z.string(),
    hardenedRuntime: z.literal(true),
    notarize: z.literal(true),
    extendInfo: z.object({ CFBundleDocumentTypes: z.array(z.looseObject({ LSHandlerRank: z.string() })) }),
  }),
  nsis: z.looseObject({ include: z.string() }),
})
const configurationText = readFileSync(join(root, 'electron-builder.yml'), 'utf8')
const configuration = configurationSchema.parse(parse(configurationText))

const installed = new Set(installedPackages(root).map(({ name }) => name))

/** Modules of the packer that it exports to nobody. */
const packer = createRequire(createRequire(import.meta.url).resolve('electron-builder'))

/** Checks a configuration against the schema of the packer. */
async function validate(change: object): Promise<void> {
  const { validateConfiguration } = packer('app-builder-lib/out/util/config/config')
  await validateConfiguration({ ...configuration, ...change }, { isEnabled: false })
}

/** The fuse wire as Electron's binaries hold it: this mark, version and length, and a digit for each fuse. */
const wire = Buffer.concat([
  Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
  Buffer.from([1, 9]),
  Buffer.from('101100010'),
])

/** What stands in for the runtime where it was not fetched: a program with the wire, and the folders that are looked into. */
function standIn(folder: string): string {
  mkdirSync(join(folder, 'locales'), { recursive: true })
  mkdirSync(join(folder, 'resources'))
  writeFileSync(join(folder, 'electron'), wire, { mode: 0o755 })
  writeFileSync(join(folder, 'locales', 'en-US.pak'), '')
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'version']) writeFileSync(join(folder, name), '')
  return folder
}

const entrySchema: z.ZodType<Entry> = z.object({
  files: z.lazy(() => z.record(z.string(), entrySchema)).optional(),
  unpacked: z.boolean().optional(),
})
type Entry = { files?: Record<string, Entry> | undefined; unpacked?: boolean | undefined }

/** Paths in an archive, with a `*` before those that lie beside it. */
function filesOf(archive: string): string[] {
  const bytes = readFileSync(archive)
  const text = bytes.subarray(16, 16 + bytes.readUInt32LE(12)).toString('utf8')
  const walk = ({ files, unpacked }: Entry, path: string): string[] =>
    files === undefined
      ? [`${unpacked === true ? '*' : ''}${path}`]
      : Object.entries(files).flatMap(([name, entry]) => walk(entry, path === '' ? name : `${path}/${name}`))
  return walk(entrySchema.parse(JSON.parse(text)), '')
}

let work = ''
let app = ''
let packed: string[] = []

// The real packer over the real bundles: seconds, and the only way to see what it takes.
describe.skipIf(!hasBundles(root) || process.platform !== 'linux')('the packaged app', () => {
  beforeAll(async () => {
    work = mkdtempSync(join(tmpdir(), 'dewpoint-packaging-'))
    const electronDist =
      runtime === undefined ? standIn(join(work, 'electron')) : join(root, 'node_modules', 'electron', 'dist')
    await build({
      projectDir: root,
      publish: 'never',
      linux: ['dir'],
      x64: true,
      config: { extends: 'electron-builder.yml', electronDist, directories: { output: join(work, 'dist') } },
    })
    app = join(work, 'dist', 'linux-unpacked')
    packed = filesOf(join(app, 'resources', 'app.asar'))
  })

  afterAll(() => rmSync(work, { recursive: true, force: true }))

  it('holds the bundles, what they read, and the packages that stay outside of them', () => {
    const places = packed.map((path) => path.replace(/^\*/, '').split('/')[0] ?? '')
    expect([...new Set(places)].toSorted()).toEqual(['node_modules', 'out', 'package.json', 'resources'])
    expect(packed).toEqual(
      expect.arrayContaining([
        'out/main/electron.js',
        'out/main/worker.js',
        'out/preload/preload.cjs',
        'out/renderer/index.html',
        'resources/sample-task/api_conversation_history.json',
        'resources/measurement/measurement.json',
        'resources/sample-experiment/experiment.json',
      ]),
    )
  })

  it('holds installed packages alone, without sources to compile or the code of another system', () => {
    const packages = packed.flatMap((path) => /node_modules\/(@[^/]+\/[^/]+|[^/]+)/.exec(path)?.[1] ?? [])
    expect(new Set(packages)).toEqual(new Set([...packages].filter((name) => installed.has(name))))
    expect(new Set(packages)).toContain('better-sqlite3')
    expect(packed.filter((path) => path.startsWith('*node_modules/better-sqlite3/prebuilds/'))).toEqual([
      '*node_modules/better-sqlite3/prebuilds/linux-x64.node',
    ])
    // A compactor to begin with is meant to be read.
    const sources = packed.filter((path) => /\.(?:c|cc|cpp|h|gyp|map|ts)$/.test(path))
    expect(sources).toEqual(['resources/gate/compactor.ts'])
  })

  it('keeps what other programs load outside of the archive, and nothing that it runs itself', () => {
    const outside = packed.filter((path) => path.startsWith('*'))
    expect(outside).toContain('*resources/arms/run-framework.mjs')
    expect(outside.filter((path) => path.startsWith('*out/'))).toEqual([])
    expect(packed.filter((path) => path.endsWith('.node') && !path.startsWith('*'))).toEqual([])
  })

  it('names no feed of updates', () => {
    expect(existsSync(join(app, 'resources', 'app-update.yml'))).toBe(false)
  })

  it.skipIf(runtime === undefined)(
    'has the fuses that the configuration names, in the real runtime',
    async () => {
      expect(await fusesOf(join(app, 'dewpoint'))).toMatchObject(wantedFuses(configurationText))
    },
  )

  it.skipIf(runtime !== undefined)('has those fuses in what stands in for the runtime', async () => {
    expect(await fusesOf(join(app, 'dewpoint'))).toMatchObject(wantedFuses(configurationText))
  })
})

describe('the configuration of the packer', () => {
  it('is one that the packer takes, and a misspelt option is not', async () => {
    await expect(validate({})).resolves.toBeUndefined()
    await expect(validate({ electronFuse: {} })).rejects.toThrow(/electronFuse/)
  })

  it('calls the app Dewpoint where people see its file, and the program dewpoint where they type it', () => {
    const { AppInfo } = packer('app-builder-lib/out/appInfo')
    const metadata = { name: 'dewpoint', version: '0.1.0' }
    const nameOn = (system: 'linux' | 'mac' | 'win'): unknown =>
      new AppInfo({ metadata, config: configuration }, null, configuration[system]).productFilename
    expect([nameOn('mac'), nameOn('win'), nameOn('linux')]).toEqual(['Dewpoint', 'dewpoint', 'dewpoint'])
  })

  it('signs the app anew after its fuses are set, without which Apple silicon does not start it', () => {
    expect(configuration).toMatchObject({ electronFuses: { resetAdHocDarwinSignature: true } })
    expect(Object.keys(wantedFuses(configurationText))).not.toContain('resetAdHocDarwinSignature')
  })

  it('is offered for sessions and folders, and the usual program for none of them', () => {
    const { mac, nsis } = configuration
    expect(mac.extendInfo.CFBundleDocumentTypes.map(({ LSHandlerRank }) => LSHandlerRank)).toEqual([
      'Alternate',
      'Alternate',
    ])
    expect(configurationText).not.toMatch(/fileAssociations|inode\/directory/)
    const script = readFileSync(join(root, nsis.include), 'utf8')
    // A class by the ending would be the usual program of all such files.
    expect(script).not.toMatch(/Classes\\\./)
    const [written, removed] = [/WriteRegStr SHCTX "([^"]+)"/g, /DeleteRegKey SHCTX "([^"]+)"/g].map(
      (pattern) => [...script.matchAll(pattern)].map(([, key = '']) => key),
    )
    expect(written?.filter((key) => !removed?.some((root) => key.startsWith(root)))).toEqual([])
    expect(written).not.toEqual([])
  })

  it('has an icon that is large enough for every system', () => {
    const { width, height } = imageSize(readFileSync(join(root, 'build', 'icon.png')))
    expect([width, height]).toEqual([1024, 1024])
  })

  it('asks for the entitlement that V8 needs, and for none that loads the code of others', () => {
    const text = readFileSync(join(root, configuration.mac.entitlements), 'utf8')
    expect(text.match(/<key>[^<]+<\/key>/g)).toEqual(['<key>com.apple.security.cs.allow-jit</key>'])
  })
})
