import type { OperationCount } from '../../shared/condense/outcome-types.ts'
import type { OperationKind, Provenance } from '../../shared/kernel/provenance.ts'

/** Per kind of operation: how many parts or messages it touched, and the tokens that it took away. */
export function countOperations(
  { messages, dropped }: Provenance,
  sourceTokens: readonly number[],
): OperationCount[] {
  const counts = new Map<OperationKind, { parts: number; tokensSaved: number }>()
  const add = (operation: OperationKind, saved: number, parts = 1): void => {
    const before = counts.get(operation) ?? { parts: 0, tokensSaved: 0 }
    counts.set(operation, { parts: before.parts + parts, tokensSaved: before.tokensSaved + saved })
  }
  for (const { sources, changes } of messages) {
    for (const change of changes) {
      // A summary counts as often as the messages that it stands for, as its pass counts it.
      const count = change.kind === 'summary' ? Math.max(1, sources.length) : 1
      add(change.operation, change.tokensBefore - change.tokensAfter, count)
    }
  }
  for (const { operation, sourceIndex } of dropped) add(operation, sourceTokens[sourceIndex] ?? 0)
  return [...counts].map(([operation, figures]) => ({ operation, ...figures }))
}
