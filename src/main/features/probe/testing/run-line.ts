import { resolve } from 'node:path'
import { runCli } from '../../../cli/run-cli.ts'
import { wiring } from '../../../cli/wiring.ts'
import { lendEngineInProcess } from '../../../jobs/testing/lend-engine-in-process.ts'
import { processTerminal } from '../../../terminal/terminal.ts'

/** A command line in a process of its own, from the sources, which a test can kill. */
process.exitCode = await runCli(process.argv.slice(2), '1.2.3', {
  terminal: processTerminal(),
  folder: process.cwd(),
  installFolder: resolve(import.meta.dirname, '../../../../..'),
  threads: {
    lendEngine: lendEngineInProcess,
    workerFile: resolve(import.meta.dirname, '../../../jobs/worker.ts'),
  },
  ...wiring,
  env: process.env,
  signal: new AbortController().signal,
})
