import type { PassMetrics } from '../../shared/domain/outcome.ts'
import type { PlannedEdit } from './apply-edits.ts'

/** Figures of a pass that edited parts in place. Both totals are counts of whole histories, not estimates. */
export function passMetrics(
  id: string,
  label: string,
  tokensBefore: number,
  tokensAfter: number,
  edits: readonly PlannedEdit[],
  durationMs: number,
): PassMetrics {
  const operations: Record<string, number> = {}
  for (const edit of edits) operations[edit.operation] = (operations[edit.operation] ?? 0) + 1
  return { id, label, tokensBefore, tokensAfter, durationMs, operations }
}
