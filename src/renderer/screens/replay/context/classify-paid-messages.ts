import type { ReplayTokens } from '../../../../shared/replay/types.ts'
import type { PaidKind } from '../paid-looks.ts'

/** What was paid for a message, and whether for all of it. */
export type PaidMessage = { readonly kind: PaidKind; readonly isAll: boolean }

/**
 * What each message was paid for as: a cache holds the beginning of a request, what is written to it follows, and the
 * rest is uncached. A message that lies in two of them counts as what most of it is.
 */
export function classifyPaidMessages(
  {
    prefixTokens,
    messages,
  }: { readonly prefixTokens: number; readonly messages: readonly { readonly tokens: number }[] },
  paid: Pick<ReplayTokens, 'cacheRead' | 'cacheWrite'>,
): readonly PaidMessage[] {
  const ends = { cacheRead: paid.cacheRead, cacheWrite: paid.cacheRead + paid.cacheWrite }
  let start = prefixTokens
  return messages.map(({ tokens }) => {
    const end = start + tokens
    const read = Math.max(0, Math.min(end, ends.cacheRead) - start)
    const written = Math.max(0, Math.min(end, ends.cacheWrite) - Math.max(start, ends.cacheRead))
    const shares = { cacheRead: read, cacheWrite: written, uncached: tokens - read - written }
    start = end
    const kinds = ['cacheRead', 'cacheWrite', 'uncached'] as const
    const kind = kinds.reduce((best, other) => (shares[other] > shares[best] ? other : best))
    return { kind, isAll: shares[kind] === tokens }
  })
}

const paidWords = {
  cacheRead: 'read',
  cacheWrite: 'written',
  uncached: 'uncached',
  output: 'output',
} as const

/** At which rate a message was paid, in a word or two. */
export function describePaid({ kind, isAll }: PaidMessage): string {
  return isAll ? paidWords[kind] : `mostly ${paidWords[kind]}`
}

/** The same, with what is to be known of the rest. */
export function explainPaid(paid: PaidMessage): string {
  return paid.isAll ? describePaid(paid) : `${describePaid(paid)}: the rest was paid at other rates`
}
