import type { StartProblem } from '../../shared/api/app.ts'

/** What was named at the start of a door and could not be opened. */
export type StartProblems = {
  readonly note: (problem: StartProblem) => void
  /** All that nobody has seen yet. */
  readonly take: () => StartProblem[]
}

/** Keeps what goes wrong at the start until there is a page to show it. */
export function createStartProblems(known: readonly StartProblem[] = []): StartProblems {
  const waiting: StartProblem[] = [...known]
  return { note: (problem) => void waiting.push(problem), take: () => waiting.splice(0) }
}
