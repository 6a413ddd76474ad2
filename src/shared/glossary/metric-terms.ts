import type { Terms } from './term.ts'

const floor = 'A copy of the user’s messages scores just as well: a full score shows care, not understanding.'
const lexical = 'What is said in other words counts as lost, so the figure is a lower bound.'

/** Metrics that need no model, by their ids. Those of the summary alone follow from them. */
export const metricTerms = {
  'knows-done': {
    names: ['Knows what is done', 'Knows done', 'Done and not done'],
    definition:
      'How well the context knows which files, commands and to-do items are done and which are not.',
    formula:
      'mean over the kinds (files, commands, to-do items) of the mean over what is done and over what is not, where the same state counts 1, an unclear one or none 0, another one −1',
    direction: 'higher',
    limits:
      'No value where no kind has both done and not done. Reasons in prose and words for states in other languages than English are not seen. States are those of the tool calls, so that one −1 may be right: read the sum, not single lines.',
  },
  'rules-kept': {
    names: ['Rules kept', 'Rules', 'Constraints kept'],
    definition: 'The share of the rules that the user laid down that still stand in the context.',
    formula: 'rules found again with at least 70 % of their words close together / all rules before the cut',
    direction: 'higher',
    limits: floor,
  },
  'values-kept': {
    names: ['User’s values kept', 'Values kept'],
    definition: 'The share of the values given by the user that still stand with words of their sentence.',
    formula: 'values found with two words of their sentence within twelve words / all values before the cut',
    direction: 'higher',
    limits: floor,
  },
  'errors-kept': {
    names: ['Last errors kept', 'Errors kept'],
    definition: 'The share of the last three errors before the cut that the context still states.',
    formula: 'of the last three errors, those still stated / 3 (or as many as there are)',
    direction: 'higher',
    limits: floor,
  },
  'files-kept': {
    names: ['Changed files kept', 'Files kept'],
    definition: 'The share of the files changed before the cut that the context still names.',
    formula: 'changed files still named / files that tool calls changed and left there',
    direction: 'higher',
    limits: 'A list of names scores just as well: it says that a file is named, not what was done to it.',
  },
  're-read-tokens': {
    names: ['Re-read cost', 'Tokens to read again'],
    definition: 'Tokens of earlier tool results that the task uses later and the context no longer holds.',
    formula: 'for each used line that is gone, its tokens and those of 40 lines around it, each result once',
    direction: 'lower',
    limits: 'No value where the task uses no line of an earlier result, which is about half of all tasks.',
  },
  're-read-usd': {
    names: ['Re-read cost in dollars'],
    definition: 'What it would cost to read again what the context lost and the task still uses.',
    formula: 'one request for each such result, at list prices of the task’s model, system prompt left out',
    direction: 'lower',
    limits: 'Estimated: it takes each result to be read in a request of its own.',
  },
  reduction: {
    names: ['Reduction', 'Reduction (median)', 'Saved by condensing', 'Saved, in percent'],
    definition: 'The share of the tokens that condensing takes away.',
    formula: '100 × (tokens before − tokens after) / tokens before, both by the same counter',
    direction: 'higher',
    limits: 'It says nothing about what was lost. Read it beside what was kept.',
  },
  tokens: {
    names: ['Tokens after', 'Size after'],
    definition: 'Tokens that are left of the messages after condensing.',
    formula: 'sum over the messages of the result, by Dewpoint’s counter',
    direction: 'lower',
    limits: 'Without system prompt and tools.',
  },
  validity: {
    names: ['Valid history', 'Valid'],
    definition: 'Whether a model provider would accept the result as a history.',
    formula: 'rules of a history that hold / all that are checked, without those that the source broke',
    direction: 'higher',
  },
  'artifact-recall': {
    names: ['Artifact recall', 'Artifacts', 'Artifacts kept'],
    definition:
      'The share of the files and commands that tool calls dealt with that the context still states.',
    formula: 'artifacts still stated / artifacts of successful tool calls before the cut',
    direction: 'higher',
    limits: 'It sees that a file is named, not whether the context says rightly what was done to it.',
  },
  'artifact-precision': {
    names: ['Artifact precision'],
    definition: 'The share of the files and commands stated by the context that are not made up.',
    formula: 'stated artifacts that the source names / all stated artifacts',
    direction: 'higher',
  },
  'artifact-f1': {
    names: ['Artifact F1'],
    definition: 'Artifact recall and artifact precision as one figure.',
    formula: '2 × precision × recall / (precision + recall)',
    direction: 'higher',
  },
  'survival-path': buildSurvivalTerm('Paths that survive', 'file paths'),
  'survival-symbol': buildSurvivalTerm('Symbols that survive', 'names in code'),
  'survival-url': buildSurvivalTerm('URLs that survive', 'web addresses'),
  'survival-error': buildSurvivalTerm('Errors that survive', 'error messages of tools'),
  'survival-quantity': buildSurvivalTerm(
    'Versions and numbers that survive',
    'versions and numbers with a unit',
  ),
  'survival-command': buildSurvivalTerm('Commands that survive', 'commands that were run'),
  'survival-decision': buildSurvivalTerm('Decisions that survive', 'decisions of the assistant'),
  'survival-constraint': buildSurvivalTerm('Constraints that survive', 'constraints of the user'),
  'survival-open-task': buildSurvivalTerm('Open tasks that survive', 'open items of the last to-do list'),
  'survival-value': buildSurvivalTerm('User’s values that survive', 'values that the user gave'),
  'kept-at-equal-size': {
    names: ['Kept what was used next, at equal size', 'At equal size'],
    definition:
      'Kept what was used next, with every method brought to the size of what the agent’s own condensation left.',
    formula:
      'what the method wrote, then what it kept from the newest on, then the newest of the rest, cut at that size',
    direction: 'higher',
    limits: 'Where no condensation was recorded, the size is a twentieth of the history.',
  },
  'continuation-recall': {
    names: [
      'Kept what was used next',
      'Continuation recall',
      'Kept used',
      'Kept of the facts the agent went on to use',
      'Kept',
    ],
    definition:
      'The share of the facts from before the cut that the task used afterwards and the context still states.',
    formula:
      'used facts still stated / facts that the assistant wrote after the cut before anybody repeated them',
    direction: 'higher',
    limits:
      'Bans leave no trace when they are obeyed, so they never count as used. A paraphrase counts as lost.',
  },
  links: {
    names: ['Links'],
    definition:
      'The share of the pairs of rare words used together after the cut that still stand close together.',
    formula: '(share within six words − share of the same words shuffled) / (1 − share shuffled)',
    direction: 'higher',
    limits: 'No value with fewer than five pairs. An ordered list of names scores above zero.',
  },
  'head-start': {
    names: ['Head start'],
    definition: 'How much of what the full history tells about the next ten actions this context tells too.',
    formula:
      '(bits after nothing − bits after this) / (bits after nothing − bits after everything), by Brotli',
    direction: 'higher',
    limits: 'Rewards verbatim repetition. No value where the full history saves under 200 bits or 5 %.',
  },
  'change-of-bill': {
    names: [
      'Change of the bill',
      'Bill, est.',
      'Bill a task, est.',
      'Estimated cost',
      'Cost a task',
      'Median bill',
    ],
    definition:
      'What condensing once at the cut would change in the bill of a task against what was recorded, below zero where it falls.',
    formula:
      'summary call + writing the changed prompt to the cache + reading again − the same as recorded − requests until the agent condensed again × what each saves',
    direction: 'lower',
    limits:
      'Estimated by Dewpoint at the task’s own prices, a summary at 3,000 tokens at most. It leaves out what the agent would do otherwise.',
  },
  cost: {
    names: ['Cost', 'Cost of condensing', 'Cost so far', 'Price of the work'],
    definition: 'What the model calls of a condensation cost, in US dollars.',
    formula: 'tokens of each kind × price of that kind, over all its calls',
    direction: 'lower',
    limits: 'Zero where no model is asked. It leaves out what later requests cost more or less.',
  },
  duration: {
    names: ['Duration', 'Time a condensation takes'],
    definition: 'How long a condensation takes, from its start to its result.',
    formula: 'wall-clock time, waiting for models included',
    direction: 'lower',
    limits: 'It depends on the machine and what else runs on it.',
  },
} as const satisfies Terms

function buildSurvivalTerm<const Name extends string>(name: Name, what: string) {
  return {
    names: [name],
    definition: `The share of the ${what} stated before the cut that the context still states.`,
    formula: 'facts of this class still stated / facts of this class stated before the cut',
    direction: 'higher',
    limits: lexical,
  } as const
}

/** Metrics that ask a model, by their ids. */
export const judgedTerms = {
  'probe-grade': {
    names: ['Probes'],
    definition:
      'How well questions about the history are answered from the condensed context alone, graded 0 to 5.',
    formula: 'mean over the questions of the mean of six grades, all given by the judge',
    direction: 'higher',
    limits: 'One model asks, answers and grades: compare variants under one judge only.',
  },
  'probe-grade-recall': probeTerm('Probes of recall', 'what was said'),
  'probe-grade-artifact': probeTerm('Probes of artifacts', 'files and commands'),
  'probe-grade-continuation': probeTerm('Probes of what comes next', 'what comes next'),
  'probe-grade-decision': probeTerm('Probes of decisions', 'decisions'),
  'probe-grade-full': {
    names: ['Probes from the full history'],
    definition: 'The ceiling of the probes: the same questions answered from the full history.',
    formula: 'as Probes, with the source in place of the result',
    direction: 'higher',
    limits: 'Well under 5 means that the questions or the judge are at fault.',
  },
  'probe-grade-nothing': {
    names: ['Probes from nothing'],
    definition: 'The floor of the probes: the same questions answered from no context at all.',
    formula: 'as Probes, with an empty context',
    direction: 'higher',
    limits: 'A result near it adds nothing.',
  },
  pairwise: {
    names: ['Preferred to the baseline'],
    definition: 'Whether a judge would rather go on with this context than with the baseline’s.',
    formula: '1 preferred in both orders, 0 the baseline in both, else 0.5',
    direction: 'higher',
    limits:
      'The judge sees the recorded future and not the source. Another good way may be preferred too little.',
  },
  'next-action-agreement': {
    names: ['Same next action'],
    definition: 'Whether a model would do the same next from this context as from the full history.',
    formula: '0 for another tool, else 0.5 + 0.5 × likeness of the main argument',
    direction: 'higher',
    limits: 'One proposal each says little: a model may disagree with itself.',
  },
  'resume-rereads': {
    names: ['Read again'],
    definition: 'Files that a model reads again, going on from this context, although they had been read.',
    formula: 'count from this context − count from the full history',
    direction: 'lower',
    limits: 'A few steps of one task say little.',
  },
  'resume-repeats': {
    names: ['Done again'],
    definition: 'Commands and edits that a model repeats, going on from this context.',
    formula: 'count from this context − count from the full history',
    direction: 'lower',
    limits: 'A few steps of one task say little.',
  },
  'resume-contradictions': {
    names: ['Bans broken'],
    definition: 'Bans of the user that a model breaks, going on from this context.',
    formula: 'count from this context − count from the full history',
    direction: 'lower',
    limits: 'Only bans that name a command or a path are checked.',
  },
} as const satisfies Terms

function probeTerm<const Name extends string>(name: Name, what: string) {
  return {
    names: [name],
    definition: `How well questions about ${what} are answered from the condensed context alone, graded 0 to 5.`,
    formula: 'as Probes, over the questions of this class',
    direction: 'higher',
    limits: 'Compare variants under one judge only.',
  } as const
}
