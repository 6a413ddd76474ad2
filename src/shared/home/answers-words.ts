import type { PlannedCheckpoint } from '../experiments/experiment-types.ts'
import { assertNever } from '../kernel/assert-never.ts'
import type { ControlId } from '../kernel/control.ts'
import { formatCountWithNoun, formatCount } from '../kernel/format-count-with-noun.ts'
import { formatCents, formatUsd, thinSpace } from '../kernel/format-figures.ts'
import { recordedMethodId } from '../methods/method-choice-types.ts'
import {
  type Answer,
  type AnswerArm,
  type ArmVerdict,
  type ComparedArm,
  type Comparison,
  type Goal,
  keptFigure,
  type MeasuredAnswer,
  type Naming,
} from './answer-types.ts'
import { pickTypicalUsd, type Bill } from './goal-rule.ts'
import { judgeCompared } from './judge-compared.ts'

/** What a goal is called. */
export const goalLabels: Readonly<Record<Goal, string>> = {
  cheapest: 'Cheapest',
  'keeps-most': 'Keeps most',
  balanced: 'Balanced',
}

/** When a method is named at all. */
const namingRule =
  'What is kept is compared at equal size. A method is named only where the data separate it from the next one and from every cheap trick.'

/** By which rule an arm is recommended. */
export const goalRules: Readonly<Record<Goal, string>> = {
  cheapest: `The method that lowers the bill most among those that keep at least half as much as the best one. ${namingRule}`,
  'keeps-most': `The method that keeps the most of the facts the agent went on to use among those that save at least 10 % of the tokens, also where it raises the bill. ${namingRule}`,
  balanced: `The method that keeps the most of the facts the agent went on to use among those that save at least half as much as the biggest saver, keep at least half as much as the best one and do not raise the bill. ${namingRule}`,
}

/** What is scored beside an arm to see whether its figures mean anything. */
export const trickLabels: Readonly<Record<ControlId, string>> = {
  nothing: 'an empty context',
  names: 'a list of names',
  shuffled: 'its own words shuffled',
  'all-done': 'marking everything as done',
  guessed: 'guessing states by kind',
  'frequent-lines': 'the most frequent lines',
  'last-messages': 'the last messages alone',
  said: 'what was said alone',
  extract: 'an extract by search',
  full: 'the full history',
}

/** Why an arm is recommended or not. */
export function describeArmVerdict({ verdict }: Pick<AnswerArm, 'verdict'>): string {
  return verdictTexts[verdict]
}

const verdictTexts: Readonly<Record<ArmVerdict, string>> = {
  recorded: 'As it happened',
  recommended: 'Recommended',
  candidate: 'Fits the goal',
  'saves-too-little': 'Saves too little',
  'raises-bill': 'Raises the bill',
  'keeps-too-little': 'Keeps too little',
  invalid: 'Invalid history',
  unmeasured: 'Nothing to measure',
}

/** What condensing would do, in a sentence with its numbers. */
export function describeAnswer(answer: Omit<MeasuredAnswer, 'copies'>): string {
  const { tasks, ofTasks, arms, naming, recommended } = answer
  if (ofTasks === 0) return 'Open your tasks to see what condensing would do for them.'
  if (tasks === 0)
    return answer.tooShort === ofTasks
      ? `No agent condensed ${ofTasks === 1 ? 'the task' : `any of your ${formatCount(ofTasks)} tasks`}, or came so far that it would.`
      : ofTasks === 1
        ? 'The task has not been measured yet.'
        : `None of ${formatCount(ofTasks)} tasks has been measured yet.`
  const best = arms.find(({ id }) => id === recommended)
  const over = describeMeasuredTasks(answer)
  if (best === undefined) return explainNaming(over, { naming, arms })
  const kept = best.figures['continuation-recall']?.value ?? null
  return `On ${over}, ${nameArm(best)} ${describeArmEffects({ ...best, kept })}${describeRecorded(arms)}.`
}

/** Why the evidence over some tasks names no method, and what would. */
export function explainNaming(
  over: string,
  { naming, arms }: { readonly naming: Naming; readonly arms: readonly NamedArm[] },
): string {
  const nameOf = createArmNamer(arms)
  switch (naming.kind) {
    case 'named':
      return `On ${over}, ${nameOf(naming.id)} stands out.`
    case 'few':
      return `Not enough tasks to name a method: ${formatCount(naming.have)}, about ${formatCount(naming.needed)} needed.`
    case 'alike': {
      const { first, alike, have, needed } = naming
      const enough =
        needed === null
          ? ''
          : ` (${formatCountWithNoun(have, 'condensation')}, about ${formatCount(needed)} needed)`
      const others = listNames(alike.map(nameOf))
      return others === ''
        ? `No method stands out on ${over}${enough}: ${nameOf(first)} leads, but not in nine of ten draws of these tasks.`
        : `No method stands out on ${over}${enough}: ${nameOf(first)} leads, and ${others} may do as well.`
    }
    case 'control':
      return `No method stands out on ${over}: ${nameOf(naming.first)} leads, and ${trickLabels[naming.control]} of the same size may do as well.`
    case 'fault': {
      const { control, kept, recorded, tasks } = naming
      return `No method can be named on ${over}: ${trickLabels[control]} keeps ${formatKnownPercent(100 * kept)} of the facts the agent went on to use where the agent’s own condensation of the same size keeps ${formatKnownPercent(100 * recorded)} (${formatCountWithNoun(tasks, 'condensation')}). So this figure cannot tell good from bad here.`
    }
    case 'none':
      // Where nothing was used next, no arm has a figure of it.
      return arms.some(({ figures }) => figures === undefined || figures[keptFigure] !== undefined)
        ? `On ${over}, no method fits${describeReasons(arms)}`
        : `There is nothing to measure on ${over}: what follows the cut uses nothing from before it.`
    default:
      return assertNever(naming)
  }
}

/** What sentences about the naming need of an arm. */
type NamedArm = Pick<AnswerArm, 'id' | 'label' | 'isExtracted' | 'verdict'> &
  Partial<Pick<AnswerArm, 'figures'>>

/** So many methods are named that may do as well as the first; how many more there are is said. */
const mostAlike = 2

function listNames(names: readonly string[]): string {
  const more = names.length - mostAlike
  return listText([...names.slice(0, mostAlike), ...(more > 0 ? [formatCountWithNoun(more, 'other')] : [])])
}

/** Why arms do not fit, with how many each reason is true of, the commonest first, up to the end of the sentence. */
export function describeReasons(arms: readonly Pick<AnswerArm, 'verdict'>[]): string {
  const reasons = Object.entries(failings)
    .map(([verdict, [one, several]]) => {
      const count = arms.filter((arm) => arm.verdict === verdict).length
      return { count, text: `${formatCount(count)} ${count === 1 ? one : several}` }
    })
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
  return reasons.length === 0 ? '.' : `: ${listText(reasons.map(({ text }) => text))}.`
}

/** What is said of one arm that does not fit, and of several. */
const failings: Readonly<
  Record<
    Exclude<ArmVerdict, 'recorded' | 'recommended' | 'candidate'>,
    readonly [one: string, several: string]
  >
> = {
  'raises-bill': ['raises the bill', 'raise the bill'],
  'saves-too-little': ['saves too little', 'save too little'],
  'keeps-too-little': ['keeps too little', 'keep too little'],
  invalid: ['leaves an invalid history', 'leave an invalid history'],
  unmeasured: ['has no figures', 'have no figures'],
}

/** The tasks that figures are over, and of how many where more could be measured. */
function describeMeasuredTasks({ tasks, ofTasks, tooShort, isSample }: MeasuredTasks): string {
  const all = describeTasks(ofTasks, isSample)
  return tasks < ofTasks - tooShort ? `${formatCount(tasks)} of ${all}` : describeTasks(tasks, isSample)
}

type MeasuredTasks = Pick<Answer, 'tasks' | 'ofTasks' | 'tooShort' | 'isSample'>

function describeTasks(tasks: number, isSample: boolean): string {
  if (isSample) return tasks === 1 ? 'the sample task' : `the ${formatCount(tasks)} sample tasks`
  return tasks === 1 ? 'your task' : `your ${formatCount(tasks)} tasks`
}

/** What an arm does, `sends 52 % less, costs about $0.31 less a task and keeps 88 % of the facts the agent went on to use`. */
export function describeArmEffects({
  savedPercent,
  kept,
  ...bill
}: Pick<AnswerArm, 'savedPercent'> & Bill & { readonly kept: number | null }): string {
  const clauses = [
    `sends ${formatKnownPercent(savedPercent)} less`,
    describeCost(bill),
    kept === null ? '' : `keeps ${formatKnownPercent(100 * kept)} of the facts the agent went on to use`,
  ]
  return listText(clauses.filter((clause) => clause !== ''))
}

function describeCost(bill: Bill): string {
  const usd = pickTypicalUsd(bill)
  if (usd === null || usd === 0) return ''
  const text = formatApproximateUsd(usd)
  if (text.startsWith('<')) return 'costs about the same as what was recorded'
  const of = bill.isCostUneven ? ' (median)' : ''
  return `costs about ${text} ${usd < 0 ? 'less' : 'more'} a task than what was recorded${of}`
}

/** What the bills of an arm are compared with, and what never condensing would have come to beside it. */
export function describeBaseline({ neverUsd }: Pick<Comparison, 'neverUsd'>): string {
  const never =
    neverUsd === null || formatApproximateUsd(neverUsd).startsWith('<')
      ? ''
      : ` Never condensing there, up to the window of the model, would have cost about ${formatApproximateUsd(neverUsd)} ${neverUsd < 0 ? 'less' : 'more'}.`
  return `Bills are estimated at the prices of each task and compared with what was recorded.${never}`
}

/** The size of an amount that is not exact: cents are enough where there are any. */
function formatApproximateUsd(amount: number): string {
  return formatCents(Math.abs(amount))
}

/** What the agents themselves kept, where they condensed: the named method is held against that. */
function describeRecorded(arms: readonly AnswerArm[]): string {
  const kept = arms.find(({ id }) => id === recordedMethodId)?.figures['continuation-recall']
  return kept === undefined
    ? ''
    : `. What the agents did themselves kept ${formatKnownPercent(100 * kept.value)}`
}

function formatKnownPercent(percent: number | null): string {
  return percent === null ? '–' : `${Math.round(percent)}${thinSpace}%`
}

function listText(items: readonly string[]): string {
  const last = items.at(-1) ?? ''
  return items.length < 2 ? last : `${items.slice(0, -1).join(', ')} and ${last}`
}

/** Over how many tasks the figures are, and what is left; of these, so many cannot be measured. */
export function describeCoverage(
  { tasks, ofTasks, tooShort }: Pick<Answer, 'tasks' | 'ofTasks' | 'tooShort'>,
  unmeasurable = 0,
): string {
  const left = ofTasks - tasks - tooShort - unmeasurable
  const rest = [
    tooShort === 0
      ? ''
      : ` ${formatCountWithNoun(tooShort, 'task')} ${tooShort === 1 ? 'has' : 'have'} no condensation of 10,000 tokens or more.`,
    unmeasurable === 0 ? '' : ` ${formatCountWithNoun(unmeasurable, 'task')} cannot be measured.`,
  ].join('')
  if (left > 0)
    return `Measured on ${formatCount(tasks)} of ${formatCountWithNoun(ofTasks, 'task')} so far.${rest}`
  if (tasks < ofTasks)
    return `Measured on ${formatCount(tasks)} of ${formatCountWithNoun(ofTasks, 'task')}.${rest}`
  return `Measured on ${tasks === 1 ? 'one task' : `all ${formatCount(tasks)} tasks`}.`
}

/** Reasons that are named; the library has all. */
const mostReasons = 3

/** What the figures leave out, and why, a sentence each. */
export function describeLeftOut({ copies, unreadable }: Pick<Answer, 'copies' | 'unreadable'>): {
  readonly copies: string
  readonly unreadable: string
} {
  const failed = unreadable.reduce((sum, { tasks }) => sum + tasks, 0)
  const named = unreadable
    .slice(0, mostReasons)
    .map(
      ({ reason, tasks }) =>
        `${reason.replace(/\.$/, '')}${tasks > 1 ? ` (${formatCount(tasks)} times)` : ''}`,
    )
  const others = unreadable.slice(mostReasons).reduce((sum, { tasks }) => sum + tasks, 0)
  const whole = `${formatCountWithNoun(failed, 'task')} could not be read`
  const reasons = [...named, ...(others === 0 ? [] : [`${formatCount(others)} for other reasons`])]
  return {
    copies:
      copies === 0
        ? ''
        : copies === 1
          ? '1 copy of a task is counted once.'
          : `${formatCount(copies)} copies of tasks are counted once.`,
    unreadable:
      failed === 0
        ? ''
        : reasons.length === 1
          ? `${whole}: ${named.join('')}.`
          : `${whole}. ${reasons.map((text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`).join(' ')}`,
  }
}

/** Why a task is cut where it is, as the rest of a sentence. */
export function describeCutReason({ reason }: Pick<PlannedCheckpoint, 'reason'>): string {
  switch (reason) {
    case 'recorded':
      return 'where its agent condensed'
    case 'trigger':
      return 'where its agent would have condensed but did not'
    case 'share':
    case 'index':
      return 'where no condensation happened'
    default:
      return assertNever(reason)
  }
}

/** An arm as sentences name it: whose summary is extracted is not what an agent would have done. */
export function nameArm({ label, isExtracted }: Pick<AnswerArm, 'label' | 'isExtracted'>): string {
  if (!isExtracted) return label
  // A method of ours goes by its name and that of its settings, an agent by its own.
  return label.includes(': ')
    ? `${label}, with an extract in place of a model`
    : `${label}’s rules with an extract in place of its model`
}

/** Names arms by their ids as sentences do; one that is not among them goes by its id. */
export function createArmNamer(
  arms: readonly Pick<AnswerArm, 'id' | 'label' | 'isExtracted'>[],
): (armId: string) => string {
  return (armId) => {
    const arm = arms.find(({ id }) => id === armId)
    return arm === undefined ? armId : nameArm(arm)
  }
}

/** What the first of the methods on one task is, by goal. */
const leads: Readonly<Record<Goal, string>> = {
  cheapest: 'Cheapest here',
  'keeps-most': 'Keeps most here',
  balanced: 'Best balance here',
}

/** What condensing would do to one task at its cut, in sentences with their numbers. */
export function describeComparison({ cut, arms, requestsAfter }: Comparison, goal: Goal): string {
  if (cut === null) return 'This task is too short to be condensed.'
  const size = cut.tokens === 0 ? '' : ` (${formatCountWithNoun(cut.tokens, 'token')})`
  const place = `Cut after ${formatCountWithNoun(cut.index, 'message')}${size}, ${describeCutReason(cut)}`
  const sound = judgeCompared(arms, goal).filter(({ verdict }) => verdict === 'candidate')
  const isMeasured = arms.some(({ figures }) => (figures[keptFigure] ?? null) !== null)
  if (!isMeasured) return `${place}: there is nothing to measure: what follows uses nothing from before it.`
  if (sound.length === 0) return `${place}: no method fits${describeReasons(judgeCompared(arms, goal))}`
  const recorded = arms.find(({ id }) => id === recordedMethodId)
  const own = sound.find(({ arm }) => arm.id !== recordedMethodId)?.arm
  const lead =
    own === undefined
      ? ''
      : ` ${leads[goal]}: ${nameArm(own)}, ${describeKept(own)} at equal size${describeBill(own, requestsAfter)}.`
  const happened = recorded === undefined ? '' : ` ${recorded.label}: ${describeKept(recorded)}.`
  return `${place}.${happened}${lead} One condensation is too few to name a method.`
}

function describeKept({ figures }: ComparedArm): string {
  return `${formatKnownPercent(100 * (figures[keptFigure] ?? 0))} of the facts the agent went on to use`
}

function describeBill({ changeUsd }: ComparedArm, requestsAfter: number | null): string {
  if (changeUsd === null || changeUsd === 0) return ''
  const text = formatApproximateUsd(changeUsd)
  const over =
    requestsAfter === null ? '' : ` over the ${formatCountWithNoun(requestsAfter, 'request')} that followed`
  if (text.startsWith('<')) return `, for about the same bill as what was recorded${over}`
  return `, for a bill about ${text} ${changeUsd < 0 ? 'lower' : 'higher'} than what was recorded${over}`
}

/** What is said while nothing is measured yet but soon will be. */
export function describeMeasuring({ ofTasks, isSample }: Pick<Answer, 'ofTasks' | 'isSample'>): string {
  return `Measuring ${describeTasks(ofTasks, isSample)}. The first figures take a few seconds.`
}

/** `−$0.31`, `+$0.02`: what a bill changes by, or a dash where no prices are known. */
export function formatBillChange(changeUsd: number | null): string {
  const text = formatUsd(changeUsd)
  // What is too small to write has no sign either.
  return changeUsd !== null && changeUsd > 0 && !text.startsWith('<') ? `+${text}` : text
}
