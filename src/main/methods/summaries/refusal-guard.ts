import type { TextSummary } from './summarise-text.ts'

type Failure = Extract<TextSummary, { ok: false }>

/** Failures that every further call of the same model meets as well. A budget may still have room for a smaller one. */
const finalCodes: ReadonlySet<string> = new Set(['authentication', 'handler-invalid'])
/** A request that is refused can be at fault by itself; this many in a row, and none that went well, are no accident. */
const mostRefused = 3

/** Remembers of each model whether it is of any use to ask it again. */
export type RefusalGuard = {
  /** Why not to ask; null where there is no reason. */
  readonly refusal: (model: string) => Failure | null
  readonly note: (model: string, summary: TextSummary) => void
}

/** A guard that nothing was refused to yet. */
export function createRefusalGuard(): RefusalGuard {
  const stopped = new Map<string, Failure>()
  const refused = new Map<string, number>()
  return {
    refusal: (model) => stopped.get(model) ?? null,
    note: (model, summary) => {
      if (summary.ok) {
        refused.set(model, Number.NEGATIVE_INFINITY)
        return
      }
      const count = (refused.get(model) ?? 0) + (summary.code === 'bad-request' ? 1 : 0)
      refused.set(model, count)
      if (finalCodes.has(summary.code) || count >= mostRefused) stopped.set(model, summary)
    },
  }
}
