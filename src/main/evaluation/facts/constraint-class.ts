import type { Part } from '../../../shared/domain/part.ts'
import { findConstraints } from '../../engine/facts/find-constraints.ts'
import type { FactClass } from './fact-class.ts'

/** What the user laid down, sentence by sentence. */
export const constraintClass: FactClass = {
  id: 'constraint',
  label: 'Constraints',
  isFounder: () => true,
  phrases: (parts) => findConstraints(parts.map((own) => own.filter((part) => !isPastedByAgent(part)))),
}

/** Claude Code puts its own summaries and the texts of skills and commands into messages of the user. */
const pasted =
  /This session is being continued from a previous conversation|Base directory for this skill:|Your task is to create a detailed summary of the conversation|^<(?:objective|execution_context|process)>/m

function isPastedByAgent({ kind, text }: Part): boolean {
  return kind === 'user-text' && pasted.test(text.slice(0, 2000))
}
