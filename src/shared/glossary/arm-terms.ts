import type { ArmVerdict } from '../home/answer-types.ts'
import type { PresetOrigin } from '../methods/provider-types.ts'
import type { Term, Terms } from './term.ts'

type TermsOf<Id extends string> = Readonly<Record<Id, Term>>

/** How an arm stands for a goal. */
export const armVerdictTerms: TermsOf<ArmVerdict> = {
  recorded: {
    names: ['As it happened'],
    definition: 'The condensations that agents recorded, with which methods are compared.',
  },
  recommended: {
    names: ['Recommended'],
    definition:
      'The method that the rule of the chosen goal picks, where the data separate it from the next one and from cheap tricks.',
    limits: 'Picked by measured tasks: others may differ.',
  },
  candidate: {
    names: ['Fits the goal', 'Candidate'],
    definition: 'A method that the goal allows and that the data do not single out.',
  },
  'saves-too-little': {
    names: ['Saves too little'],
    definition: 'A method that saves less than the chosen goal asks for.',
  },
  'raises-bill': {
    names: ['Raises the bill'],
    definition:
      'A method that saves tokens and would have cost more: rewriting the cache costs more than sending less saves.',
  },
  'keeps-too-little': {
    names: ['Keeps too little'],
    definition:
      'A method that keeps less of the facts the agent went on to use than the chosen goal asks for.',
  },
  invalid: {
    names: ['Invalid history', 'Invalid'],
    definition: 'A method with a result that a model provider would refuse.',
  },
  unmeasured: {
    names: ['Nothing to measure', 'Unmeasured'],
    definition: 'A method without a value on any of the tasks.',
  },
}

/** How far an arm does what it follows. */
export const certaintyTerms: TermsOf<PresetOrigin['certainty']> = {
  exact: {
    names: ['exact'],
    definition: 'It does what its source does, read from the source code or the documentation that is named.',
    limits: 'Of the version that is named. A summary still differs with its model.',
  },
  approximation: {
    names: ['approximation', 'approximate'],
    definition: 'It does nearly what its source does, with the differences named beside it.',
  },
  'threshold-only': {
    names: ['threshold only'],
    definition: 'It condenses when its source does, while how the source condenses is not public.',
  },
}

/** What is compared, by what, and what for. */
export const armTerms = {
  arm: {
    names: ['Method', 'Methods', 'Arm', 'Arms'],
    definition: 'A way to condense with its settings, compared with others on the same tasks.',
  },
  'what-it-does': {
    names: ['What it does'],
    definition: 'What a preset does, in a sentence or two.',
  },
  'arm-source': {
    names: ['Source', 'Follows'],
    definition:
      'The project or document that a method follows, with the version and the day it was looked at.',
  },
  certainty: {
    names: ['Certainty'],
    definition: 'How far a method does what its source does: exact, approximation or threshold only.',
  },
  verdict: {
    names: ['Verdict'],
    definition:
      'What the figures allow to say: in an experiment about a difference, on Home about a method and a goal.',
  },
  extracted: {
    names: ['extracted', 'Built-in summariser'],
    definition:
      'Summaries put together from sentences of the history on this machine, in place of a model’s.',
    limits: 'It finds constraints and open tasks by the same rules as the metrics, which flatters it there.',
  },
  goal: {
    names: ['Goal', 'For the goal'],
    definition: 'What a recommendation is for: cheapest, keeps most or balanced.',
  },
  cheapest: {
    names: ['Cheapest'],
    definition: 'The goal that lowers the bill most.',
    formula: 'lowest bill among methods that keep at least half as much as the best one',
  },
  'keeps-most': {
    names: ['Keeps most', 'Keeps most of the facts the agent went on to use'],
    definition: 'The goal, or the method, that keeps the most of the facts the agent went on to use.',
    formula: 'highest share kept among methods that save at least 10 %',
  },
  balanced: {
    names: ['Balanced'],
    definition: 'The goal that keeps as much as possible and still saves.',
    formula:
      'highest share kept among methods that save at least half as much as the biggest saver and keep at least half as much as the best one',
  },
  facts: {
    names: ['Facts', 'Facts kept', 'Fact'],
    definition:
      'Something stated that can be looked for: a path, symbol, URL, error, number, command, decision or rule.',
    limits: 'Looked for word by word: what is said in other words counts as lost.',
  },
  'fact-class': {
    names: ['Class', 'Kind of fact'],
    definition:
      'What sort of fact it is: path, symbol, URL, error, number, command, decision, constraint and so on.',
  },
  constraints: {
    names: ['Constraints', 'Constraint', 'Rule'],
    definition: 'A sentence in which the user leaves no choice: a ban, a duty, a limit, or what must stay.',
    limits: 'Wishes without such words are not found.',
  },
  control: {
    names: ['Control', 'Controls', 'Against cheap tricks'],
    definition: 'A context of the same size that anybody could make without understanding anything.',
    limits: 'A figure that a control reaches shows no knowledge.',
  },
  chance: {
    names: ['By chance', 'Chance'],
    definition: 'What messages drawn at random, as many tokens as the result, would have kept.',
    formula: 'mean of 200 draws with a fixed seed',
  },
  knowledge: {
    names: ['Knowledge', 'Holds knowledge'],
    definition: 'Whether a variant beats every control on this figure.',
    formula: 'one-sided sign-flip test over tasks at 5 %, corrected by Holm over the controls',
  },
  front: {
    names: ['On the front', 'Front', 'Pareto front'],
    definition: 'No other row is at least as good on both figures and better on one.',
  },
} as const satisfies Terms
