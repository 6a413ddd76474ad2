/** True where every history, case and random run is asked for: `DEWPOINT_ALL_HISTORIES=1`. */
export const isWholeRun = process.env['DEWPOINT_ALL_HISTORIES'] === '1'

/**
 * Each `of`th of a list, from the place of a turn on: as many turns in a row meet all of it, and each turn meets at least
 * one. The same at each run; all of the list in a whole run.
 */
export function selectTestShare<T>(list: readonly T[], turn: number, of: number): T[] {
  const step = isWholeRun ? 1 : Math.max(1, Math.min(of, list.length))
  return list.filter((_, index) => index % step === turn % step)
}

/** Random cases for one of many providers that keep a law: a third in an ordinary run, all in a whole one. */
export function randomRuns(count: number): number {
  return isWholeRun ? count : Math.ceil(count / 3)
}
