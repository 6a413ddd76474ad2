/** A bound that a finding is held against. */
type Target = { readonly is: 'at most' | 'at least' | 'below'; readonly limit: number }

/** One measured figure. */
export type Finding = {
  readonly what: string
  readonly value: number
  readonly unit: 'x' | 'ms' | 'MB' | 'texts' | 'Mchar/s' | '%' | 'cells/s'
  /** Absent where the figure only explains the others. */
  readonly target?: Target
  /** Where the figure comes from, in a few words. */
  readonly note?: string
}

/** A group of findings that run together: `npm run bench -- <id>`. */
export type Benchmark = {
  readonly id: string
  readonly title: string
  readonly measure: () => Promise<readonly Finding[]>
}

/** Whether a finding keeps its target; undefined where it has none. */
export function isKept({ value, target }: Finding): boolean | undefined {
  switch (target?.is) {
    case undefined:
      return undefined
    case 'at most':
      return value <= target.limit
    case 'at least':
      return value >= target.limit
    case 'below':
      return value < target.limit
  }
}

/** What a work took, and what the same data take through `JSON.parse` and `JSON.stringify`: see `timeJson`. */
type Measured = {
  readonly what: string
  readonly ms: number
  readonly jsonMs: number
  readonly note?: string
}

/** A time as a multiple of the JSON of the same data; `most` is the largest that is accepted. */
export function compareToJson({ what, ms, jsonMs, note }: Measured, most?: number): Finding {
  const times = `${ms.toFixed(0)} ms; its JSON ${jsonMs.toFixed(0)} ms`
  return {
    what: `${what}, in times of its JSON`,
    value: ms / jsonMs,
    unit: 'x',
    ...(most === undefined ? {} : { target: atMost(most) }),
    note: note === undefined ? times : `${times}; ${note}`,
  }
}

/** A target that holds up to a limit. */
export const atMost = (limit: number): Target => ({ is: 'at most', limit })
/** A target that holds from a limit on. */
export const atLeast = (limit: number): Target => ({ is: 'at least', limit })
/** A target that holds short of a limit. */
export const below = (limit: number): Target => ({ is: 'below', limit })
