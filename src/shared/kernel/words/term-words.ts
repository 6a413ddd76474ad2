import type { Term } from '../../glossary/term.ts'

/** Which way is better, as a sentence. */
export function describeDirection(direction: NonNullable<Term['direction']>): string {
  return direction === 'higher' ? 'Higher is better.' : 'Lower is better.'
}

/** All that there is to say about a term, in a few sentences. */
export function describeTerm({ definition, formula, direction, limits }: Term): string {
  const sentences = [
    definition,
    ...(formula === undefined ? [] : [`Computed: ${formula}.`]),
    ...(direction === undefined ? [] : [describeDirection(direction)]),
    ...(limits === undefined ? [] : [limits]),
  ]
  return sentences.join(' ')
}
