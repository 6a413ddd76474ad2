import { createInterface } from 'node:readline/promises'
import stringWidth from 'string-width'
import { thinSpace } from '../../shared/kernel/format-figures.ts'
import { showOnTerminal } from '../../shared/kernel/show-controls.ts'
import { formatAsTyped, findOwnCommandNow } from '../features/common/find-own-command.ts'
import { padToWidth } from './output/draw-document.ts'

/** A piece of a line; what is painted is so only where colours are wanted. */
export type TextRun = string | { readonly text: string; readonly paint: keyof typeof paints }

/**
 * Where a command speaks: results to `out`, everything else to `err`. Nothing that is said can steer the terminal,
 * wherever it came from: only `paint` and `rewrite` make escape sequences.
 */
export type Terminal = {
  /** Resolves once the text is handed over, so that long results do not pile up in memory. */
  readonly out: (text: string | readonly TextRun[]) => Promise<void>
  readonly err: (text: string) => void
  /** Puts a line of `err` in the place of the one before it; an empty one leaves the place clean. */
  readonly rewrite: (line: string) => void
  /** Whether a person watches `err`, where progress goes. */
  readonly isWatched: boolean
  /** Asks the person at the terminal and resolves to whether they typed yes; absent where nobody can type. */
  readonly ask?: (question: string, signal: AbortSignal) => Promise<boolean>
}

/** What a terminal is made of: it writes what it is given as it is. */
export type TerminalParts = Pick<Terminal, 'isWatched' | 'ask'> & {
  readonly out: (text: string) => Promise<void>
  readonly err: (text: string) => void
  /** Whether `out` takes colours: a terminal, and no `NO_COLOR`. */
  readonly hasColour: boolean
}

const paints = {
  removed: ['\u001B[31m', '\u001B[0m'],
  added: ['\u001B[32m', '\u001B[0m'],
  match: ['\u001B[1m', '\u001B[22m'],
} as const

/** Makes whatever is said harmless on its way out. The one place where texts of histories become output of a terminal. */
export function createTerminal({ out, err, isWatched, hasColour, ask }: TerminalParts): Terminal {
  const runText = (run: TextRun): string => {
    if (typeof run === 'string') return showOnTerminal(run)
    const [begin, end] = hasColour ? paints[run.paint] : ['', '']
    return `${begin}${showOnTerminal(run.text)}${end}`
  }
  let width = 0
  return {
    out: (text) => out(typeof text === 'string' ? showOnTerminal(text) : text.map(runText).join('')),
    err: (text) => err(showRemark(text)),
    rewrite: (line) => {
      const shown = showRemark(line)
      if (shown === '' && width === 0) return
      err(`\r${padToWidth(shown, width)}${shown === '' ? '\r' : ''}`)
      width = stringWidth(shown)
    },
    isWatched,
    ...(ask === undefined ? {} : { ask: (question, signal) => ask(showOnTerminal(question), signal) }),
  }
}

/** What is said beside results, with spaces that a terminal has. */
function showRemark(text: string): string {
  return showOnTerminal(text.replaceAll(thinSpace, ' '))
}

/** The terminal of this process. `NO_COLOR` counts when it is not empty, as no-color.org says. */
export function processTerminal(): Terminal {
  const command = findOwnCommandNow()
  return createTerminal({
    out: (text) =>
      new Promise((resolve) => {
        process.stdout.write(text, () => resolve())
      }),
    err: (text) => {
      process.stderr.write(formatAsTyped(text, command))
    },
    isWatched: process.stderr.isTTY,
    hasColour: process.stdout.isTTY && !process.env['NO_COLOR'],
    ...(process.stdin.isTTY && process.stderr.isTTY && !process.env['CI']
      ? { ask: queueQuestions(askPerson) }
      : {}),
  })
}

type Ask = NonNullable<Terminal['ask']>

/** Lets a question wait for the answer to the one before it. */
export function queueQuestions(ask: Ask): Ask {
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
