import type { Terms } from './term.ts'

/** The table of tasks, what was read of them, and their sums. */
export const libraryTerms = {
  title: { names: ['Title'], definition: 'The name of a task, from its record or its first message.' },
  name: { names: ['Name'], definition: 'The name that was given when it was made.' },
  agent: { names: ['Agent'], definition: 'The coding agent that recorded the task.' },
  model: {
    names: ['Model', 'Models'],
    definition: 'The model that answered, as its vendor or gateway calls it.',
    limits: 'A task that used several models counts with each of them.',
  },
  workspace: { names: ['Workspace'], definition: 'The folder that the agent worked in.' },
  'recorded-cost': {
    names: ['Recorded cost', 'Recorded'],
    definition: 'What the agent recorded its requests to have cost, in US dollars.',
    formula: 'sum over the requests, at list prices of the model and day where none was recorded (≈)',
    direction: 'lower',
    limits: 'Costs of subtasks are in their own records.',
  },
  'runs-of-task': {
    names: ['Runs', 'Run'],
    definition: 'Condensations that Dewpoint made, stored with all that led to them.',
  },
  size: { names: ['Size'], definition: 'What the files of a task take on disk.' },
  state: {
    names: ['State', 'Reservation', 'As last read', 'Failure'],
    definition: 'Whether a task is read, still growing, damaged or gone, and why where it cannot be read.',
  },
  'last-activity': {
    names: ['Last activity'],
    definition: 'When the last message of the task was recorded.',
  },
  'saved-by-lossless': {
    names: ['Saved by lossless', 'Lossless would save', 'Saved', 'Tokens saved'],
    definition: 'Tokens that condensing takes out of the messages.',
    formula: 'tokens before − tokens after, by the same counter',
    direction: 'higher',
    limits: 'It says nothing about what was lost.',
  },
  share: {
    names: ['Share'],
    definition: 'The part of the whole that this row makes up.',
    formula: '100 × this row / all rows',
  },
  severity: {
    names: ['Severity'],
    definition: 'Whether something could not be read at all (error) or only in part (warning).',
  },
  reason: { names: ['Reason', 'Reasons', 'Why', 'Notes', 'Note'], definition: 'Why it is so, in words.' },
  file: { names: ['File'], definition: 'The file that this row is about.' },
  sample: {
    names: ['sample', 'Sample task'],
    definition: 'A task or experiment that comes with Dewpoint, to try things on.',
    limits: 'Made for the purpose, so its figures say little about your own tasks.',
  },
  imported: {
    names: ['imported'],
    definition: 'An experiment that came from a report, with cells that were computed elsewhere.',
  },
  'read-only': {
    names: ['read-only'],
    definition: 'Something that ships with Dewpoint and cannot be changed, only copied.',
  },
} as const satisfies Terms
