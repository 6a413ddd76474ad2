import { formatCount, formatCountWithNoun } from '../kernel/format-count-with-noun.ts'
import type { GateCheck, GateResult, GateState } from './gate-types.ts'

type Cell = GateResult['cells'][number]

export const gateStateWords: Readonly<Record<GateState, string>> = {
  'no-worse': 'No worse',
  worse: 'Worse',
  'not-run': 'Could not be run',
  'not-enough': 'Not enough histories to tell',
}

/** Exit codes of `dewpoint gate`. */
export const gateExitCodes: Readonly<Record<GateState, number>> = {
  'no-worse': 0,
  worse: 1,
  'not-run': 2,
  'not-enough': 3,
}

/** Where a check stands. */
export function describeCell({ format, tokens, rounds }: Pick<Cell, 'format' | 'tokens' | 'rounds'>): string {
  return `${format}, ${formatCount(tokens)} tokens, ${formatCountWithNoun(rounds, 'condensation')}`
}

/** What a check is about. */
export function describeSubject(subject: GateCheck['subject']): string {
  return subject === 'all' ? 'all items' : subject === 'size' ? 'size of the context' : subject
}

/** A share in percent, a size in tokens. */
export function formatCheckValue({ subject }: Pick<GateCheck, 'subject'>, value: number): string {
  return subject === 'size' ? `${formatCount(value)} tok` : `${Math.round(100 * value)} %`
}

/** Why a check has its state, as a sentence. */
export function describeCheck(cell: Cell, check: GateCheck): string {
  const { before, after, interval, subject } = check
  const range =
    interval === null
      ? ''
      : `, a change of ${formatPoints(interval.low)} to ${formatPoints(interval.high)} points`
  const was = before === null ? '' : ` where the baseline has ${formatCheckValue(check, before)}`
  const what =
    subject === 'all' || subject === 'size' ? describeSubject(subject) : `items of the kind ${subject}`
  const verb = subject === 'size' ? 'is' : 'are there to'
  return `${describeCell(cell)}: ${what} ${verb} ${formatCheckValue(check, after)}${was}${range}.`
}

function formatPoints(share: number): string {
  const points = Math.round(100 * share)
  return points < 0 ? `−${-points}` : `+${points}`
}
