import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { runScript, toolScript } from '../gate/run-command.ts'

/**
 * Breaks each rule once in a copy of the project's skeleton, with the project's own configuration, and sees that
 * the linter and the compiler say so. A rule that was switched off by mistake turns this red.
 */

const root = join(import.meta.dirname, '..', '..')
const config = [
  '.oxlintrc.json',
  'tsconfig.base.json',
  'scripts/lint/plugin.ts',
  'scripts/lint/layers.ts',
  'scripts/lint/import-fault.ts',
  'scripts/lint/guarded-writes.ts',
  'scripts/lint/spread-arguments.ts',
  'scripts/lint/guarded-prints.ts',
  'scripts/lint/guarded-unpacking.ts',
  'scripts/lint/guarded-json.ts',
]
const projects = [
  'src/shared/tsconfig.json',
  'src/main/tsconfig.compute.json',
  'src/main/tsconfig.platform.json',
  'src/renderer/tsconfig.json',
]
const reportSchema = z.object({ diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })) })

const sources: Readonly<Record<string, string>> = {
  'src/shared/good.ts': '/** One. */\nexport function one(): number {\n  return 1\n}\n',
  'src/main/platform/store/good.ts': "export const place = 'store'\n",
  'src/main/platform/store/wrong.ts': "export const number: number = 'one'\n",
  'src/main/kernel/node.ts': "import { join } from 'node:path'\nexport const path = join('a', 'b')\n",
  'src/main/kernel/window.ts': 'export const width = window.innerWidth\n',
  'src/main/kernel/process.ts': 'export const folder = process.cwd()\n',
  'src/main/kernel/store.ts': "export { place } from '../platform/store/good.ts'\n",
  'src/main/kernel/store-later.ts': "export const later = import('../platform/store/good.ts')\n",
  'src/main/methods/own/lossless.ts': 'export const lossless = 1\n',
  'src/main/methods/own/smart.ts':
    "export { lossless } from '../../src/main/methods/own/lossless/lossless.ts'\n",
  'src/main/platform/store/write.ts':
    "import { writeFile as put } from 'node:fs/promises'\nexport const write = put\n",
  'src/main/platform/store/write-sync.ts':
    "import { renameSync } from 'fs'\nexport const move = renameSync\n",
  'src/main/platform/store/write-open.ts':
    "import { open } from 'node:fs/promises'\nexport const start = open\n",
  'src/main/platform/store/write-all.ts':
    "import * as disk from 'node:fs'\nexport const write = disk.rmSync\n",
  'src/main/platform/store/write-default.ts':
    "import disk from 'node:fs'\nexport const write = disk.rmSync\n",
  'src/main/platform/store/write-later.ts': "export const later = import('node:fs/promises')\n",
  'src/main/platform/store/write-on.ts': "export { unlink } from 'node:fs/promises'\n",
  'src/main/platform/store/write-all-on.ts': "export * from 'node:fs'\n",
  'src/main/platform/store/read.ts':
    "import { type WriteStream, readFileSync } from 'node:fs'\nimport type { open } from 'node:fs/promises'\nexport type Two = [WriteStream, typeof open]\nexport const read = readFileSync\n",
  'src/main/platform/files/folder.ts':
    "import { mkdir } from 'node:fs/promises'\nexport const make = (path: string) => mkdir(path, { mode: 0o700, recursive: true })\n",
  'src/main/platform/files/one-folder.ts':
    "import { mkdir } from 'node:fs/promises'\nexport const make = (path: string): Promise<void> => mkdir(path, { mode: 0o700 })\n",
  'src/main/platform/store/unpack.ts': "export { zstdDecompressSync } from 'node:zlib'\n",
  'src/main/platform/store/unpack-stream.ts':
    "import { createGunzip } from 'zlib'\nexport const unpacker = createGunzip\n",
  'src/main/platform/store/unpack-all.ts':
    "import * as zlib from 'node:zlib'\nexport const unpack = zlib.inflateSync\n",
  'src/main/platform/store/unpack-later.ts': "export const later = import('node:zlib')\n",
  'src/main/platform/store/unpack-web.ts': "export const unpacker = new DecompressionStream('gzip')\n",
  'src/main/platform/store/pack.ts': "export { crc32, gzip } from 'node:zlib'\n",
  'src/main/platform/files/unpack.ts': "export { gunzipSync } from 'node:zlib'\n",
  'src/main/platform/files/write.ts': "export { writeFile } from 'node:fs/promises'\n",
  'src/main/platform/store/print.ts': "process.stdout.write('x')\nexport {}\n",
  'src/main/platform/store/print-global.ts': "globalThis.process['stderr'].write('x')\nexport {}\n",
  'src/main/platform/store/print-part.ts': 'const { stdout } = process\nexport const out = stdout\n',
  'src/main/platform/store/print-import.ts':
    "import { stderr } from 'node:process'\nexport const err = stderr\n",
  'src/main/platform/store/print-console.ts':
    "import { Console } from 'node:console'\nexport const kind = Console\n",
  'src/main/platform/store/child.ts':
    "import type { ChildProcess } from 'node:child_process'\nexport const outOf = (child: ChildProcess) => child.stdout\nexport const id = process.pid\n",
  'src/main/agents/parse.ts': "export const value: unknown = JSON.parse('1')\n",
  'src/main/agents/parse-global.ts': "export const value: unknown = globalThis.JSON['parse']('1')\n",
  'src/main/agents/parse-part.ts': 'const { parse } = JSON\nexport const parser = parse\n',
  'src/main/agents/json-lines.ts': "export const value: unknown = JSON.parse('1')\n",
  'src/main/agents/stringify.ts': 'export const text = JSON.stringify(1)\n',
  'src/main/terminal/terminal.ts': 'export const out = process.stdout\n',
  'src/renderer/main-process.ts': "export { place } from '../main/platform/store/good.ts'\n",
  'src/renderer/ui/queries.ts': "export { query } from '../data/query.ts'\n",
  'src/renderer/data/query.ts': 'export const query = 1\n',
  'src/shared/any.ts': 'export const anything: any = 1\n',
  'src/shared/as.ts': 'const text: unknown = 1\nexport const asText = text as string\n',
  'src/shared/as-const.ts': "export const kinds = ['a'] as const\n",
  'src/shared/default.ts': 'const one = 1\nexport default one\n',
  'src/shared/undocumented.ts': 'export function two(): number {\n  return 2\n}\n',
  'src/shared/floating.ts': 'const load = async (): Promise<number> => 1\nload()\nexport {}\n',
  'src/shared/circle-a.ts': "import { b } from './circle-b.ts'\nexport const a = (): number => b()\n",
  'src/shared/circle-b.ts': "import { a } from './circle-a.ts'\nexport const b = (): number => a()\n",
  'src/shared/long-function.ts': `/** Long. */\nexport function long(): void {\n${'  void 0\n'.repeat(61)}}\n`,
  'src/shared/spread.ts': 'export const add = (all: number[], more: number[]): number => all.push(...more)\n',
  'src/shared/spread-new.ts': 'export const dates = (parts: [number, number]): Date => new Date(...parts)\n',
  'src/shared/spread-mapped.ts':
    'export const most = (all: number[]): number => Math.max(0, ...all.map((one) => one + 1))\n',
  'src/shared/spread-rest.ts': 'export const most = (...all: number[]): number => Math.max(0, ...all)\n',
  'src/shared/CamelCase.ts': 'export const camel = 1\n',
}

let skeleton = ''
let lintCodes: Readonly<Record<string, readonly string[]>> = {}

function copy(path: string): void {
  mkdirSync(dirname(join(skeleton, path)), { recursive: true })
  cpSync(join(root, path), join(skeleton, path))
}

async function compile(project: string): Promise<string> {
  const { output } = await runScript(toolScript('typescript', 'tsc'), ['-b', project, '--pretty', 'false'], {
    cwd: skeleton,
  })
  return output
}

beforeAll(async () => {
  // Inside the tree, so that the packages are found, and where nobody else looks.
  mkdirSync(join(root, 'test-results'), { recursive: true })
  skeleton = mkdtempSync(join(root, 'test-results', 'fences-'))
  for (const path of [...config, ...projects]) copy(path)
  for (const [path, text] of Object.entries(sources)) {
    mkdirSync(dirname(join(skeleton, path)), { recursive: true })
    writeFileSync(join(skeleton, path), text)
  }
  const files = Object.keys(sources)
  const { output } = await runScript(toolScript('oxlint'), ['--no-ignore', '-f', 'json', ...files], {
    cwd: skeleton,
  })
  const { diagnostics } = reportSchema.parse(JSON.parse(output))
  lintCodes = Object.fromEntries(
    files.map((file) => [
      file,
      diagnostics.filter(({ filename }) => filename === file).map(({ code }) => code),
    ]),
  )
})

afterAll(() => rmSync(skeleton, { recursive: true, force: true }))

describe('the linter', () => {
  it.each([
    ['node in the kernel', 'src/main/kernel/node.ts', 'dewpoint(layers)'],
    ['the store in the kernel', 'src/main/kernel/store.ts', 'dewpoint(layers)'],
    ['the store in the kernel, imported later', 'src/main/kernel/store-later.ts', 'dewpoint(layers)'],
    ['a method in another method', 'src/main/methods/own/smart.ts', 'dewpoint(layers)'],
    ['the main process in the renderer', 'src/renderer/main-process.ts', 'dewpoint(layers)'],
    ['data in the kit', 'src/renderer/ui/queries.ts', 'dewpoint(layers)'],
    ['a write', 'src/main/platform/store/write.ts', 'dewpoint(guarded-writes)'],
    ['a write that waits', 'src/main/platform/store/write-sync.ts', 'dewpoint(guarded-writes)'],
    ['what may open to write', 'src/main/platform/store/write-open.ts', 'dewpoint(guarded-writes)'],
    ['the whole disk', 'src/main/platform/store/write-all.ts', 'dewpoint(guarded-writes)'],
    ['the whole disk by default', 'src/main/platform/store/write-default.ts', 'dewpoint(guarded-writes)'],
    ['the whole disk, imported later', 'src/main/platform/store/write-later.ts', 'dewpoint(guarded-writes)'],
    ['a write that is passed on', 'src/main/platform/store/write-on.ts', 'dewpoint(guarded-writes)'],
    ['the whole disk, passed on', 'src/main/platform/store/write-all-on.ts', 'dewpoint(guarded-writes)'],
    ['a folder with all above it', 'src/main/platform/files/folder.ts', 'dewpoint(recursive-folders)'],
    ['a raw print', 'src/main/platform/store/print.ts', 'dewpoint(guarded-prints)'],
    ['a raw print by another name', 'src/main/platform/store/print-global.ts', 'dewpoint(guarded-prints)'],
    ['a stream of the process', 'src/main/platform/store/print-part.ts', 'dewpoint(guarded-prints)'],
    ['an imported stream', 'src/main/platform/store/print-import.ts', 'dewpoint(guarded-prints)'],
    ['a console of one’s own', 'src/main/platform/store/print-console.ts', 'dewpoint(guarded-prints)'],
    ['unpacking', 'src/main/platform/store/unpack.ts', 'dewpoint(guarded-unpacking)'],
    ['unpacking as it comes', 'src/main/platform/store/unpack-stream.ts', 'dewpoint(guarded-unpacking)'],
    ['all of zlib', 'src/main/platform/store/unpack-all.ts', 'dewpoint(guarded-unpacking)'],
    ['all of zlib, imported later', 'src/main/platform/store/unpack-later.ts', 'dewpoint(guarded-unpacking)'],
    ['unpacking as browsers do', 'src/main/platform/store/unpack-web.ts', 'eslint(no-restricted-globals)'],
    ['raw JSON.parse in a reader', 'src/main/agents/parse.ts', 'dewpoint(guarded-json)'],
    ['raw JSON.parse by another name', 'src/main/agents/parse-global.ts', 'dewpoint(guarded-json)'],
    ['raw JSON.parse taken out', 'src/main/agents/parse-part.ts', 'dewpoint(guarded-json)'],
    ['any', 'src/shared/any.ts', 'typescript(no-explicit-any)'],
    ['an assertion without a reason', 'src/shared/as.ts', 'dewpoint(reasoned-assertion)'],
    ['a default export', 'src/shared/default.ts', 'import(no-default-export)'],
    ['a spread list of arguments', 'src/shared/spread.ts', 'dewpoint(spread-arguments)'],
    ['spread arguments of a constructor', 'src/shared/spread-new.ts', 'dewpoint(spread-arguments)'],
    ['spread arguments beside others', 'src/shared/spread-mapped.ts', 'dewpoint(spread-arguments)'],
    ['an exported function without a docstring', 'src/shared/undocumented.ts', 'dewpoint(documented-export)'],
    ['a floating promise', 'src/shared/floating.ts', 'typescript(no-floating-promises)'],
    ['an import cycle', 'src/shared/circle-a.ts', 'import(no-cycle)'],
    ['a function over 60 lines', 'src/shared/long-function.ts', 'eslint(max-lines-per-function)'],
    ['a file name in camel case', 'src/shared/CamelCase.ts', 'unicorn(filename-case)'],
  ])('refuses %s', (_, file, code) => {
    expect(lintCodes[file]).toContain(code)
  })

  it.each([
    'src/shared/good.ts',
    'src/shared/as-const.ts',
    'src/shared/spread-rest.ts',
    'src/main/platform/store/good.ts',
    'src/main/platform/store/read.ts',
    'src/main/platform/store/child.ts',
    'src/main/terminal/terminal.ts',
    'src/main/platform/files/write.ts',
    'src/main/platform/files/one-folder.ts',
    'src/main/platform/files/unpack.ts',
    'src/main/agents/json-lines.ts',
    'src/main/agents/stringify.ts',
    'src/main/platform/store/pack.ts',
  ])('accepts %s', (file) => {
    expect(lintCodes[file]).toEqual([])
  })
})

describe('the compiler', () => {
  it('lets the kernel see neither the store, nor Node, nor a window', async () => {
    const output = await compile('src/main/tsconfig.compute.json')
    expect(output).toMatch(/TS6307: File '.*src\/main\/platform\/store\/good\.ts'/)
    expect(output).toMatch(/kernel\/node\.ts.*Cannot find name 'node:path'/)
    expect(output).toMatch(/kernel\/window\.ts.*Cannot find name 'window'/)
    expect(output).toMatch(/kernel\/process\.ts.*Cannot find name 'process'/)
  })

  it('lets the renderer see nothing of the main process', async () => {
    expect(await compile('src/renderer/tsconfig.json')).toMatch(
      /TS6307: File '.*src\/main\/platform\/store\/good\.ts'/,
    )
  })

  it('accepts all of a project that keeps to itself, but for what is wrong in it', async () => {
    const output = await compile('src/main/tsconfig.platform.json')
    const own = output.split('\n').filter((line) => line.startsWith('src/main/platform/'))
    expect(own).toEqual([expect.stringMatching(/store\/wrong\.ts.*TS2322/)])
  })
})
