import type { ReplayTokens } from '../../../shared/replay/types.ts'

/** What was paid for tokens, in the order in which they are stacked. */
export const paidKinds = [
  'cacheRead',
  'cacheWrite',
  'uncached',
  'output',
] as const satisfies readonly (keyof ReplayTokens)[]
/** One of them. */
export type PaidKind = (typeof paidKinds)[number]

/** What tokens are called by what was paid for them, and their colour. */
export const paidLooks: Readonly<Record<PaidKind, { readonly label: string; readonly color: string }>> = {
  cacheRead: { label: 'Read from the cache', color: 'var(--paid-read)' },
  cacheWrite: { label: 'Written to the cache', color: 'var(--paid-write)' },
  uncached: { label: 'Uncached', color: 'var(--paid-uncached)' },
  output: { label: 'Output', color: 'var(--paid-output)' },
}
