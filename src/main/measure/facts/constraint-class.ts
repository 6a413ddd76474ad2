import type { Part } from '../../../shared/kernel/part.ts'
import type { FactClass } from './fact-class.ts'
import { findFirmConstraints } from './find-constraints.ts'

/** What the user laid down in words that leave no choice, sentence by sentence. */
export const constraintClass: FactClass = {
  id: 'constraint',
  label: 'Constraints',
  isFounder: () => true,
  phrases: (parts) => findFirmConstraints(parts.map((own) => own.filter((part) => !isPastedByAgent(part)))),
}

/** The summary with which Claude Code goes on: the words of its model, though what it passes on was the user's. */
const carriedOver = /^This session is being continued from a previous conversation/m

function isPastedByAgent({ kind, text }: Part): boolean {
  return kind === 'user-text' && carriedOver.test(text.slice(0, 2000))
}
