import { createInterface } from 'node:readline/promises'
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
  /** Asks the person at the terminal and resolves to whether they typed yes; absent where nobody can type. */
  readonly ask?: (question: string, signal: AbortSignal) => Promise<boolean>
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
    ...(process.stdin.isTTY && process.stderr.isTTY && !process.env['CI']
      ? { ask: oneAtATime(askPerson) }
      : {}),
  }
}

type Ask = NonNullable<Terminal['ask']>

/** Lets a question wait for the answer to the one before it. */
export function oneAtATime(ask: Ask): Ask {
  let last: Promise<unknown> = Promise.resolve()
  return (question, signal) => {
    const answer = last.then(() => ask(question, signal))
    last = answer.catch(() => undefined)
    return answer
  }
}

/** Anything but a yes is a no, Ctrl+C included. */
const askPerson: Ask = async (question, signal) => {
  // Without the terminal's own editing, so that Ctrl+C stays a signal.
  const reader = createInterface({ input: process.stdin, output: process.stderr, terminal: false })
  try {
    return isYes(await reader.question(question, { signal }))
  } catch {
    return false
  } finally {
    reader.close()
  }
}

/** Whether an answer is a yes: `y` or `yes`, in any case. */
export function isYes(answer: string): boolean {
  return /^\s*y(es)?\s*$/i.test(answer)
}
