import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { lendEngineInProcess } from '../../jobs/testing/lend-engine-in-process.ts'
import { openStore } from '../../platform/store/open-store.ts'
import { createDatabaseTemplate } from '../../platform/store/testing/database-template.ts'
import { createTerminal } from '../../terminal/terminal.ts'
import { writeOpenedDatabase } from '../../testing/start-dewpoint.ts'
import { runCli } from '../run-cli.ts'
import { wiring } from '../wiring.ts'

export type Answer = { readonly code: number; readonly out: string; readonly err: string }

/** Command lines over one data folder. */
export type CommandLine = {
  /** Where the caller stands. */
  readonly folder: string
  readonly run: (
    line: readonly string[],
    env?: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ) => Promise<Answer>
  /** Runs it with `--json` and parses what it says. */
  readonly json: (line: readonly string[], env?: Readonly<Record<string, string>>) => Promise<unknown>
  readonly clean: () => Promise<void>
}

const threads = {
  lendEngine: lendEngineInProcess,
  workerFile: resolve(import.meta.dirname, '../../jobs/worker.ts'),
}

const writeWithoutSample = createDatabaseTemplate(async (folder) => {
  const store = await openStore({
    folder,
    clock: Date.now,
    processId: process.pid,
    isProcessAlive: () => true,
  })
  await store.preferences.set('sampleOffered', true)
  await store.close()
})

/** Makes a data folder: an empty one that no sample is offered to, or one with the sample as after a first start. */
export async function makeCommandLine({ hasSample = false } = {}): Promise<CommandLine> {
  const folder = await mkdtemp(join(tmpdir(), 'dewpoint-cli-'))
  const dataFolder = join(folder, 'data')
  await (hasSample ? writeOpenedDatabase : writeWithoutSample)(dataFolder)
  const run: CommandLine['run'] = async (line, env = {}, signal = new AbortController().signal) => {
    let out = ''
    let err = ''
    const code = await runCli(line, '1.2.3', {
      terminal: createTerminal({
        out: async (text) => {
          out += text
        },
        err: (text) => {
          err += text
        },
        isWatched: false,
        hasColour: false,
      }),
      folder,
      installFolder: resolve(import.meta.dirname, '../../../..'),
      threads,
      ...wiring,
      env: { DEWPOINT_HOME: dataFolder, ...env },
      signal,
    })
    return { code, out, err }
  }
  return {
    folder,
    run,
    json: async (line, env) => {
      const { code, out, err } = await run([...line, '--json'], env)
      if (code === 2) throw new Error(err)
      const parsed: unknown = JSON.parse(out)
      return parsed
    },
    clean: () => rm(folder, { recursive: true, force: true }),
  }
}
