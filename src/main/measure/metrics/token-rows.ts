import type { TokenRow } from '../../../shared/kernel/evidence.ts'
import { partKinds, type PartKind } from '../../../shared/kernel/part.ts'
import type { Conversation } from '../../kernel/conversation.ts'

/** Tokens by kind of part, for the kinds that source or result have. */
export function buildTokenRows(source: Conversation, result: Conversation): TokenRow[] {
  const before = sumTokensByKind(source)
  const after = sumTokensByKind(result)
  return partKinds
    .map((kind) => ({ kind, before: before.get(kind) ?? 0, after: after.get(kind) ?? 0 }))
    .filter((row) => row.before > 0 || row.after > 0)
}

function sumTokensByKind({ parts, partTokens }: Conversation): ReadonlyMap<PartKind, number> {
  const sums = new Map<PartKind, number>()
  parts.forEach((own, message) =>
    own.forEach(({ kind }, part) =>
      sums.set(kind, (sums.get(kind) ?? 0) + (partTokens[message]?.[part] ?? 0)),
    ),
  )
  return sums
}
