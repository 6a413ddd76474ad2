import type { StartProblem } from '../../../shared/installation/app-contract.ts'

/** What was named at the start of a door and could not be opened. */
export type StartProblems = {
  readonly note: (problem: StartProblem) => void
  /** What is still to be opened: the page is there before, and its problems are complete only then. */
  readonly wait: (opening: Promise<unknown>) => void
  /** All that nobody has seen yet, once everything was opened. */
  readonly take: () => Promise<StartProblem[]>
}

/** Keeps what goes wrong at the start until there is a page to show it. */
export function createStartProblems(known: readonly StartProblem[] = []): StartProblems {
  const waiting: StartProblem[] = [...known]
  let opened: Promise<unknown> = Promise.resolve()
  return {
    note: (problem) => void waiting.push(problem),
    wait: (opening) => {
      opened = Promise.allSettled([opened, opening])
    },
    take: async () => {
      await opened
      return waiting.splice(0)
    },
  }
}
