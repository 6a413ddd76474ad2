import { asTyped, ownCommandNow } from '../services/own-command.ts'

/** Where a command speaks: results to `out`, everything else to `err`. */
export type Terminal = {
  /** Resolves once the text is handed over, so that long results do not pile up in memory. */
  readonly out: (text: string) => Promise<void>
  readonly err: (text: string) => void
  /** Whether a person watches `err`, where progress goes. */
  readonly isWatched: boolean
  /** Whether `out` takes colours: a terminal, and no `NO_COLOR`. */
  readonly hasColour: boolean
}

/** The terminal of this process. `NO_COLOR` counts when it is not empty, as no-color.org says. */
export function processTerminal(): Terminal {
  const command = ownCommandNow()
  return {
    out: (text) =>
      new Promise((resolve) => {
        process.stdout.write(text, () => resolve())
      }),
    err: (text) => {
      process.stderr.write(asTyped(text, command))
    },
    isWatched: process.stderr.isTTY,
    hasColour: process.stdout.isTTY && !process.env['NO_COLOR'],
  }
}
