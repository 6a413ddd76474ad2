import type { AssertionResult } from '../domain/experiment.ts'

type AssertionLook = {
  /** A sign beside the word, since colour alone says nothing in print. */
  readonly sign: string
  readonly word: string
}

/** How each state of an assertion is written, in the order in which they are listed: what does not hold comes first. */
export const assertionLooks: Readonly<Record<AssertionResult['state'], AssertionLook>> = {
  failed: { sign: '✗', word: 'does not hold' },
  inconclusive: { sign: '?', word: 'inconclusive' },
  ok: { sign: '✓', word: 'holds' },
}
