import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

export type StartArguments = {
  /** Absolute path; undefined for the usual place. */
  readonly dataFolder: string | undefined
  readonly port: string | undefined
  /** Whether a browser may be opened. */
  readonly open: boolean
  /** Absolute paths of folders to open. */
  readonly targets: readonly string[]
}

/** One line that tells what `npm start` takes. */
export const startUsage = 'npm start -- [folders...] [--data DIR] [--port N] [--no-open]'

/** Reads the command line of `npm start`; paths count from `findCallerFolder`. Throws on anything it does not know. */
export function readStartArguments(words: readonly string[], callerFolder: string): StartArguments {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      data: { type: 'string' },
      port: { type: 'string' },
      'no-open': { type: 'boolean', default: false },
    },
  })
  return {
    dataFolder: values.data === undefined ? undefined : resolve(callerFolder, values.data),
    port: values.port,
    open: !values['no-open'],
    targets: positionals.map((folder) => resolve(callerFolder, folder)),
  }
}
