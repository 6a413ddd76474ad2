import type { Fate } from '../condense/aligned-row-types.ts'
import type { Term } from './term.ts'

/** What became of a message or a part. */
export const fateTerms: Readonly<Record<Fate, Term>> = {
  kept: { names: ['Fate: kept'], definition: 'The result has it as it was.' },
  shortened: {
    names: ['Fate: shortened', 'shortened'],
    definition: 'The result has it with less text.',
  },
  summarised: {
    names: ['Fate: summarised', 'summarised'],
    definition: 'A summary in the result replaces it.',
  },
  referenced: {
    names: ['Fate: reference', 'reference'],
    definition: 'The result points to the same content somewhere else.',
  },
  dropped: { names: ['Fate: dropped', 'dropped'], definition: 'Nothing in the result comes from it.' },
  written: {
    names: ['Fate: written', 'written new'],
    definition: 'The result has it and the source does not.',
  },
}
