import type { Terms } from './term.ts'

/** Tables of evidence: what a figure rests on, message by message. */
export const evidenceTerms = {
  'kept-or-lost': {
    names: ['Kept or lost'],
    definition: 'Whether the result still holds what this row is about.',
  },
  'said-by-context': {
    names: ['Context says', 'Said by the context', 'unclear', 'silent', 'right'],
    definition: 'What the context says about it: the same state, an unclear one, nothing, or another state.',
  },
  'in-truth': {
    names: ['By its calls', 'done', 'open', 'deleted'],
    definition: 'What became of a file, a command or a to-do item by the tool calls before the cut.',
  },
  statement: {
    names: ['File, command or to-do', 'File or command', 'Statement'],
    definition: 'What the statement is about.',
  },
  'last-call-in': {
    names: ['Last call in'],
    definition: 'The message with the last tool call that tells its state.',
  },
  'said-in': { names: ['Said in'], definition: 'The message that says it.' },
  'stands-in': {
    names: ['Stands in', 'In result'],
    definition: 'The first message of the result that still holds it.',
  },
  'stood-in': { names: ['Stood in', 'In source'], definition: 'The message of the source that held it.' },
  'done-in': { names: ['Done in'], definition: 'The messages in which it was done.' },
  'what-was-done': {
    names: ['What was done'],
    definition: 'What tool calls did: read, wrote, deleted or ran it.',
  },
  words: { names: ['Words'], definition: 'The words that were looked for.' },
  'used-line': {
    names: ['Line that is used'],
    definition: 'A line of an earlier tool result that the assistant wrote again later.',
  },
  'lines-lost': {
    names: ['Lines lost'],
    definition: 'Used lines of this tool result that the context no longer holds.',
    direction: 'lower',
  },
  'to-read': {
    names: ['To read'],
    definition: 'Tokens that have to be read again for the lost lines.',
    direction: 'lower',
  },
  'whole-result': { names: ['Whole'], definition: 'Tokens of the whole tool result.' },
  'where-used': {
    names: ['Where used'],
    definition: 'The message of the recorded task, after the cut, in which the agent first used it.',
  },
  action: { names: ['Action'], definition: 'A tool call or a text of the assistant after the cut.' },
  characters: { names: ['Characters'], definition: 'The length of a text in characters.' },
  'used-next': { names: ['needed', 'used next'], definition: 'A fact that the task used after the cut.' },
} as const satisfies Terms
