import type { CommonOptions, CommandContext } from '../context.ts'

/** Shows how far a command is: one line that rewrites itself for a person, a line per step for a log. */
export type Progress = {
  readonly show: (label: string, done: number, total: number) => void
  /** Leaves the line clean for what follows. */
  readonly end: () => void
}

/** Progress on stderr where a person watches or `--progress` asks for it, else silence. */
export function createProgress({ progress }: CommonOptions, { terminal }: CommandContext): Progress {
  if (terminal.isWatched) {
    return {
      show: (label, done, total) => terminal.rewrite(formatProgressLine(label, done, total)),
      end: () => terminal.rewrite(''),
    }
  }
  if (progress !== true) return { show: () => undefined, end: () => undefined }
  let last = ''
  return {
    show: (label, done, total) => {
      const line = formatProgressLine(label, done, total)
      if (line !== last) terminal.err(`${line}\n`)
      last = line
    },
    end: () => undefined,
  }
}

/** `counting 12/99 (12 %)`; without a total the label alone. */
export function formatProgressLine(label: string, done: number, total: number): string {
  if (total <= 0) return label
  return `${label} ${done}/${total} (${Math.floor((100 * done) / total)} %)`
}
