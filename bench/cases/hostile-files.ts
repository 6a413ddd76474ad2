import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pMap from 'p-map'
import { atMost, type Benchmark } from '../lib/benchmark.ts'
import { copySampleTask } from '../lib/copy-sample-task.ts'
import { ensureBuild } from '../lib/ensure-build.ts'
import { hostileFiles, hostileFolders, type HostileFile } from '../lib/hostile-files.ts'
import { inTemporaryFolder } from '../lib/temporary-folder.ts'

const commandLine = join(import.meta.dirname, '..', '..', 'out', 'main', 'cli.js')
const seed = 2013
/** Longer than this is a hang. */
const mostMs = 10_000
/** Given up on after this, in milliseconds. */
const patienceMs = 60_000
/** Command lines that run side by side. */
const atOnce = 2

type Ending = {
  readonly line: string
  readonly ms: number
  readonly code: number | null
  readonly output: string
}

/** Every command that reads a file, on files that nobody should have written. */
export const hostileFilesBenchmark: Benchmark = {
  id: 'hostile-files',
  title: 'Hostile files through every command that reads one: hangs, stack traces and overflows',
  measure: async () => {
    await ensureBuild()
    return inTemporaryFolder(async (folder) => {
      const sample = join(folder, 'sample')
      copySampleTask(sample, 1)
      const files = hostileFiles(seed)
      const runs = [
        ...files.flatMap((file, index) => commandsFor(file, join(folder, String(index)), sample, index)),
        ...hostileFolders.flatMap(({ name, make }, index) => {
          const own = join(folder, `links-${index}`)
          mkdirSync(own)
          const path = make(own)
          return ['inspect', 'drift', 'check'].map((command) => ({
            name: `${command}: ${name}`,
            args: [command, path],
          }))
        }),
      ]
      const endings = await pMap(runs, (run) => runLine(run, join(folder, 'data')), { concurrency: atOnce })
      const hangs = endings.filter(({ ms }) => ms > mostMs)
      const traces = endings.filter(({ output }) => /^\s+at .+[:(]\d+:\d+|node:internal/m.test(output))
      const overflows = endings.filter(({ output }) =>
        /Maximum call stack|Invalid string length|out of memory|Allocation failed/i.test(output),
      )
      const killed = endings.filter(({ code }) => code === null || code > 2)
      for (const { line, ms, output } of new Set([...hangs, ...traces, ...overflows, ...killed]))
        console.log(`  ${ms.toFixed(0)} ms: ${line}\n    ${output.slice(-300).replaceAll('\n', '\n    ')}`)
      const none = { unit: 'texts', target: atMost(0) } as const
      const slowest = Math.max(...endings.map(({ ms }) => ms))
      return [
        { what: 'files', value: files.length, unit: 'texts', note: `${endings.length} command lines` },
        {
          what: 'longer than 10 seconds',
          value: hangs.length,
          ...none,
          note: `slowest ${slowest.toFixed(0)} ms`,
        },
        { what: 'stack traces', value: traces.length, ...none },
        { what: 'overflows', value: overflows.length, ...none },
        { what: 'ended by a signal or with an unknown code', value: killed.length, ...none },
      ]
    })
  },
}

type Run = { readonly name: string; readonly args: readonly string[] }

const providers = ['lossless', 'truncation', 'native', 'smart', 'sliding-window', 'adaptive']

function commandsFor(file: HostileFile, folder: string, sample: string, index: number): readonly Run[] {
  mkdirSync(folder, { recursive: true })
  const path = join(
    folder,
    file.use === 'history' ? (file.file ?? 'api_conversation_history.json') : `hostile-${file.use}.json`,
  )
  writeFileSync(path, file.make())
  if (file.use === 'history') writeFileSync(join(folder, 'ui_messages.json'), '[]')
  return linesFor(file, path, folder, sample, index).map((args) => ({
    name: `${args[0] ?? ''} with ${file.use}: ${file.name}`,
    args,
  }))
}

function linesFor(
  { use }: HostileFile,
  path: string,
  folder: string,
  sample: string,
  index: number,
): readonly (readonly string[])[] {
  switch (use) {
    case 'history':
      return [
        ['inspect', folder, '--json'],
        ['condense', folder, '--provider', providers[index % providers.length] ?? '', '--json'],
        [
          ['check', path],
          ['replay', folder],
          ['drift', folder],
          ['expand', path],
          ['status', folder],
        ][index % 5] ?? [],
      ]
    case 'experiment':
      return [['experiment', 'check', path]]
    case 'policies':
      return [['replay', sample, '--policy', path]]
    case 'preset':
      return [['presets', 'import', path]]
    case 'prompt':
      return [['prompts', 'add', `prompt ${index}`, '--file', path]]
    case 'report':
      return [
        ['report', 'verify', path],
        ['experiment', 'import', path],
      ]
    case 'settings':
      return [['condense', sample, '--provider', 'smart', '--settings', path]]
  }
}

function runLine({ name, args }: Run, dataFolder: string): Promise<Ending> {
  const start = performance.now()
  const child = spawn(process.execPath, [commandLine, ...args, '--data', dataFolder], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const chunks: Buffer[] = []
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  return new Promise((settle, fail) => {
    child.once('error', fail)
    child.once('close', (code) => {
      clearTimeout(timer)
      settle({
        line: name,
        ms: performance.now() - start,
        code,
        output: Buffer.concat(chunks).toString('utf8'),
      })
    })
  })
}
