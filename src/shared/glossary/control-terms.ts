import type { ControlId } from '../kernel/control.ts'
import type { Term } from './term.ts'

/** Cheap tricks that figures are held against. */
export const controlTerms: Readonly<Record<ControlId, Term>> = {
  nothing: {
    names: ['nothing', 'An empty context'],
    definition: 'A control: an empty context, the bottom of the scale.',
  },
  names: {
    names: ['names only', 'List of names'],
    definition:
      'A control: paths and names in code, the most frequent first, as many tokens as the result has.',
  },
  shuffled: {
    names: ['own words shuffled'],
    definition: 'A control: the result’s own summaries with their words in another order.',
    formula: 'mean of three shuffles',
  },
  'all-done': {
    names: ['everything marked as done'],
    definition: 'A control: every file, command and to-do item listed as done.',
  },
  guessed: {
    names: ['states guessed by kind'],
    definition: 'A control: files done, commands failed, the first 60 % of a to-do list done.',
  },
  'frequent-lines': {
    names: ['most frequent lines'],
    definition: 'A control of older measurements: the lines that the source repeats most.',
  },
  'last-messages': {
    names: ['last messages'],
    definition: 'A control: the last messages alone, as many tokens as the result has.',
  },
  said: {
    names: ['what was said'],
    definition:
      'A control of planted histories: what the person and the agent wrote, each line once, the newest first, without calls and results.',
    limits:
      'In real sessions that is a few percent of the tokens, so that all of it fits where a method has more.',
  },
  extract: {
    names: ['extract by search'],
    definition:
      'A control: files, commands with their outcome, errors, rules, values and names found by rules, the newest first.',
    limits:
      'It is made by the rules that figures look with: a figure that it wins tells good from bad in nothing.',
  },
  full: {
    names: ['full history', 'Never condensing'],
    definition: 'A control: the whole source, the top of the scale.',
  },
}
