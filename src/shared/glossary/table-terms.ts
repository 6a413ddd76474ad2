import type { Terms } from './term.ts'

/** Words of smaller tables: passes, versions, checks, decisions, comparisons. */
export const tableTerms = {
  pass: {
    names: ['Pass', 'Passes'],
    definition: 'One round over the whole history, with an operation for each kind of part.',
  },
  operation: {
    names: ['Operation'],
    definition: 'What was done to parts, such as shortening them or putting a reference in their place.',
  },
  'parts-touched': {
    names: ['Parts touched'],
    definition: 'How many parts of messages were changed, by what was done to them.',
  },
  decision: {
    names: ['Decision', 'Decisions', 'taken', 'skipped'],
    definition: 'Whether a pass, step or branch was taken, skipped or failed.',
  },
  'place-in-order': {
    names: ['Place in the order', 'Step'],
    definition: 'The place in the order in which it happened, counted from 1.',
  },
  detail: { names: ['Detail'], definition: 'Further details of this row.' },
  marks: {
    names: ['Marks of an event'],
    definition: 'Properties of this event, such as answers taken from the cache.',
  },
  check: { names: ['Check'], definition: 'What was looked at on this machine.' },
  'check-state': {
    names: ['State of a check'],
    definition: 'Whether it is in order, needs a look or is damaged.',
  },
  made: { names: ['Made'], definition: 'When the copy was made, in local time.' },
  version: {
    names: ['Version', 'Versions'],
    definition: 'A state that was saved and stays as it was, counted from 1.',
  },
  'saved-at': { names: ['Saved on'], definition: 'When this version was saved, in local time.' },
  'written-at': { names: ['Written on'], definition: 'When this version was written, in local time.' },
  'changed-since': {
    names: ['Changed since the version before'],
    definition: 'What differs from the version before.',
  },
  'go-back': {
    names: ['Restore'],
    definition: 'Makes a new version with the content of this one, so that nothing is lost.',
  },
  'used-by': { names: ['Used by'], definition: 'The experiments and settings that use this version.' },
  area: {
    names: ['Area', 'Kept against tokens'],
    definition:
      'What a method keeps of planted items, as a mean over four sizes from 1/40 to 1/5 of the history to which it is brought.',
    formula: 'by the rule of trapezoids, each doubling of the size counts the same',
    limits: 'It says what stands in the context, not how the task ends.',
  },
  lead: {
    names: ['Lead', 'Best control'],
    definition:
      'How many points more of the planted items a method keeps than the best control of the same number of tokens: ▲ its interval is above 0, ≈ it holds 0, ▼ it is below.',
  },
  figure: { names: ['Figure'], definition: 'What is measured in this row.' },
  'of-all': { names: ['Of all'], definition: 'The share of all attempts that failed.' },
  expected: { names: ['Expected'], definition: 'What the file of the experiment asks for.' },
  is: { names: ['Is', 'Measured'], definition: 'The value that was measured.' },
  repeats: { names: ['Repeats'], definition: 'How many times each checkpoint is condensed by this variant.' },
  settings: { names: ['Settings'], definition: 'The settings of a provider that differ from its defaults.' },
  'decided-by': {
    names: ['Decided by'],
    definition:
      'What put the cut there: a recorded condensation, the trigger, a share of the messages or the file.',
  },
  'cut-before': { names: ['Cut before'], definition: 'The message before which the task is cut.' },
  'messages-after': {
    names: ['Messages after'],
    definition: 'How many messages the task recorded after the cut.',
  },
  'history-rule': {
    names: ['Rule of a history', 'Invariant'],
    definition: 'What a model provider asks of a history, such as a result for each tool call.',
  },
  'rule-holds': { names: ['Whether it holds'], definition: 'Whether the result keeps the rule.' },
  'rule-breaks': { names: ['Where it does not'], definition: 'The messages that break the rule.' },
  'proposed-from': {
    names: ['From'],
    definition: 'The context that a model went on from, or the messages of the source that this is made of.',
  },
  'input-of-call': { names: ['Arguments'], definition: 'What a tool was called with.' },
  'result-of-call': {
    names: ['Result of a call'],
    definition: 'Whether the record has a result for this very call.',
  },
  findings: { names: ['Findings'], definition: 'What was read or done again, and which bans were broken.' },
  token: { names: ['Token'], definition: 'A piece of text as the model splits it.' },
  'bits-nothing': {
    names: ['After nothing', 'After nothing (bits)'],
    definition: 'How unlikely this was without any context, in bits.',
  },
  'bits-full': {
    names: ['After the full history'],
    definition: 'How unlikely this was after the full history, in bits.',
    direction: 'lower',
  },
  'bits-context': {
    names: ['After this context'],
    definition: 'How unlikely this was after this context, in bits.',
    direction: 'lower',
  },
  where: { names: ['Where'], definition: 'Section, table, row and column of the report.' },
  'report-says': { names: ['The report says'], definition: 'What stands in the report.' },
  'data-come-to': {
    names: ['The data give'],
    definition: 'What recomputing from the data in the report gives.',
  },
  'paid-as': {
    names: ['Paid as'],
    definition: 'How most of this message was paid for: read from the cache, written to it, or new.',
  },
  'source-text': {
    names: ['Path or text', 'Result, or why'],
    definition: 'The beginning of the message, or what became of it.',
  },
} as const satisfies Terms
