import type { Part } from '../../../shared/kernel/part.ts'

/** Everything but what agents add by themselves (lists of open tabs, the time) and thoughts, which are not sent on. */
export function isSaid({ kind }: Part): boolean {
  return kind !== 'environment' && !isThought(kind) && kind !== 'opaque' && kind !== 'image'
}

function isThought(kind: Part['kind']): boolean {
  return kind === 'reasoning' || kind === 'hidden-reasoning'
}

/** The same without the contents of files: numbers and errors in those are the program's business. */
export function isSaidOutsideFiles(part: Part): boolean {
  return isSaid(part) && part.kind !== 'tool-call' && (part.kind !== 'tool-result' || part.path === undefined)
}

/** What the assistant writes itself. */
export function isWritten({ kind }: Part): boolean {
  return kind === 'assistant-text' || kind === 'reasoning' || kind === 'tool-call'
}
