import { findConstraints } from '../../engine/facts/find-constraints.ts'
import type { FactClass } from './fact-class.ts'

/** What the user laid down, sentence by sentence. */
export const constraintClass: FactClass = {
  id: 'constraint',
  label: 'Constraints',
  isFounder: () => true,
  phrases: findConstraints,
}
