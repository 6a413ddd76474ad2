import type { Term } from './glossary/term.ts'

/** Which way is better, as a sentence. */
export function directionText(direction: NonNullable<Term['direction']>): string {
  return direction === 'higher' ? 'Higher is better.' : 'Lower is better.'
}
