import type { PartKind } from '../../shared/kernel/part.ts'

/** Names the column of the Library that holds the tokens of a kind, in addresses and in what is remembered. */
export function buildKindColumnId(kind: PartKind): string {
  return `kind-${kind}`
}
