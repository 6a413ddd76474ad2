#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findCallerFolder, findInstallFolder } from './find-caller-folder.ts'
import { findInstalledNode, isNodeTooOld, runInNode, describeOldNode } from './node-runtime.ts'

/** Time that open handles, such as kept connections, get after the work is done; milliseconds. */
const graceMs = 200

function readPackageVersion(installFolder: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(installFolder, 'package.json'), 'utf8'))
  const isManifest = typeof manifest === 'object' && manifest !== null && 'version' in manifest
  return isManifest ? String(manifest.version) : 'unknown'
}

/**
 * Whoever reads stdout may stop early, as `head` does: that is no failure and nothing to report. What cannot be written
 * for another reason, such as a disk that is full, is one line and a failure.
 */
function endWhereOutputCannotGo(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0)
      // Where stderr is what fails, nobody can be told.
      if (stream === process.stdout)
        process.stderr.write(`dewpoint: The output cannot be written: ${error.message}.\n`)
      process.exit(1)
    })
  }
}

/** The first signal asks the command to end, the second one ends the process. */
function abortOnSignals(): AbortSignal {
  const controller = new AbortController()
  const endOnSignal = (): void => {
    if (controller.signal.aborted) process.exit(130)
    controller.abort()
  }
  // A terminal that is closed sends SIGHUP, at which Node would end and leave what it started.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, endOnSignal)
  return controller.signal
}

/** Loaded only where it can be: a Node that is too old fails on its very imports. */
async function run(installFolder: string): Promise<number> {
  const [{ runCli }, { processTerminal }, { wiring }] = await Promise.all([
    import('./run-cli.ts'),
    import('../terminal/terminal.ts'),
    import('./wiring.ts'),
  ])
  return runCli(process.argv.slice(2), readPackageVersion(installFolder), {
    terminal: processTerminal(),
    folder: findCallerFolder(process.env, process.cwd()),
    installFolder,
    env: process.env,
    ...wiring,
    signal: abortOnSignals(),
  })
}

/** The same in the Node that was installed beside this file. */
async function runInLaterNode(installFolder: string): Promise<number> {
  const installed = findInstalledNode(installFolder, process.platform)
  if (installed !== undefined && installed !== process.execPath)
    return runInNode(installed, process.argv.slice(1))
  process.stderr.write(`${describeOldNode(process.versions.node, installFolder)}\n`)
  return 1
}

endWhereOutputCannotGo()
const installFolder = findInstallFolder(import.meta.dirname)
process.exitCode = await (isNodeTooOld(process.versions.node)
  ? runInLaterNode(installFolder)
  : run(installFolder))
setTimeout(() => process.exit(), graceMs).unref()
