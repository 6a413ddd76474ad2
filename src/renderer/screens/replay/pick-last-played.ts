import type { KeptReplay } from '../../../shared/replay/kept-replay-contract.ts'
import { toProblem, type ProblemView } from '../../data/to-problem.ts'

/** What was played last of a task: in this window, or else what the engine has kept. */
export type LastPlayed<Input, Result> = {
  readonly shown: {
    readonly input: Input
    readonly replayId: string
    readonly result: Result
    /** Why it is gone with this window. Null where it is not. */
    readonly notKept: string | null
  } | null
  /** When that was played, and what has changed since. Null where it is not kept, or that is not known yet. */
  readonly kept: KeptReplay | null
  /** Whether there may be something to show that has not come yet. */
  readonly isLoading: boolean
  /** Why what was kept cannot be shown. */
  readonly problem: ProblemView | null
}

type Own<Input, Result> = {
  readonly input: Input
  readonly finished: {
    readonly replayId: string
    readonly result: Result
    readonly notKept: string | null
  }
}

/** What is asked for, as a query knows it. */
type Asked<T> = { readonly data: T | undefined; readonly isPending: boolean; readonly error: unknown }

/** What this window has played goes before what is kept, which may be of another window. */
export function pickLastPlayed<Input, Result>(
  own: Own<Input, Result> | null,
  last: Asked<(KeptReplay & { readonly input: Input }) | null>,
  result: Asked<Result>,
): LastPlayed<Input, Result> {
  const { data: found = null } = last
  if (own !== null) {
    const { input, finished } = own
    const kept = found?.replayId === finished.replayId ? found : null
    return { shown: { ...finished, input }, kept, isLoading: false, problem: null }
  }
  const { data } = result
  const error = last.error ?? (found === null ? null : result.error)
  return {
    shown:
      found === null || data === undefined
        ? null
        : { input: found.input, replayId: found.replayId, result: data, notKept: null },
    kept: found,
    isLoading: last.isPending || (found !== null && result.isPending),
    problem: error === null ? null : toProblem(error),
  }
}
