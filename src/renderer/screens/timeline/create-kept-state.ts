import { useState } from 'react'

/** A state by key that outlives what shows it: as `useState`, with the last value of the same key to begin with. */
export type UseKeptState<T> = (key: string) => readonly [T, (value: T) => void]

/** Keys that are kept. Those that were set longest ago go first. */
const mostKept = 200

/** Keeps values while the window lives: a place that is left for another tab is found again as it was. */
export function createKeptState<T>(initial: T): UseKeptState<T> {
  const kept = new Map<string, T>()
  return function useKeptState(key) {
    const [value, setValue] = useState(() => kept.get(key) ?? initial)
    const set = (next: T): void => {
      kept.delete(key)
      kept.set(key, next)
      const [oldest] = kept.keys()
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
      setValue(next)
    }
    return [value, set]
  }
}
