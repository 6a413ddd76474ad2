import type { StatementFate } from '../../../shared/kernel/evidence.ts'
import { computeMean } from '../../../shared/kernel/numbers.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import { normalisePath } from '../facts/path-class.ts'
import { readCallActs } from '../facts/read-call-acts.ts'
import { createStateReader, type Said, type StateReader } from '../state/said-states.ts'
import type { State } from '../state/state-words.ts'
import { type Statement, collectStatements, statementSubjects } from '../state/statements.ts'
import { type Measurement, createMeasurement, type Metric } from './metric.ts'
import type { Subject } from './subject.ts'

/**
 * How well the context knows what is done and what is not, −1 to 1: a statement counts 1 where the last state that the
 * context gives it is the true one, 0 where it gives none, or the true one beside another in one text or before another,
 * −1 where it gives others alone. The mean over the done and over those that are not, so that who calls everything done gets 0.
 */
export const knowsDone: Metric = {
  id: 'knows-done',
  label: 'Knows what is done',
  group: 'state',
  direction: 'higher',
  unit: 'score',
  rank: 'headline',
  isControlled: true,
  measure: (subject) => {
    const fates = findSubjectFates(subject)
    const value = scoreFates(fates)
    return value === null ? null : buildMeasurement(subject, value)
  },
}

type Prepared = { readonly statements: readonly Statement[]; readonly read: StateReader }

const prepared = new WeakMap<Conversation, Prepared>()

/** Variants and controls of one checkpoint share their source. */
function prepare(source: Conversation): Prepared {
  const known = prepared.get(source)
  if (known !== undefined) return known
  const statements = collectStatements(source.parts)
  const files = source.parts
    .flat()
    .flatMap((part) => readCallActs(part))
    .flatMap((act) => (act.kind === 'command' ? [] : [normalisePath(act.path.trim())]))
  const made = { statements, read: createStateReader(statements, files) }
  prepared.set(source, made)
  return made
}

const measured = new WeakMap<Subject, readonly StatementFate[]>()

function findSubjectFates(subject: Subject): readonly StatementFate[] {
  const known = measured.get(subject) ?? findStatementFates(subject.source, subject.result)
  measured.set(subject, known)
  return known
}

/** What tool calls of a source did to files, commands and to-do items, and what a context says of each. */
export function findStatementFates(source: Conversation, context: Conversation): readonly StatementFate[] {
  const { statements, read } = prepare(source)
  const said = read(context)
  return statements.map((statement, at) => buildStatementFate(statement, said[at] ?? []))
}

function buildStatementFate(
  { subject, name, state, messageIndex }: Statement,
  said: readonly Said[],
): StatementFate {
  const last = said.at(-1)
  const common = { subject, name, state, messageIndex, said: last?.state ?? null }
  if (last === undefined) return { ...common, verdict: 'silent', place: null }
  const { messageIndex: at, partIndex, start, end } = last
  const place = { messageIndex: at, partIndex, start, end }
  return { ...common, verdict: judgeStatement(state, said), place }
}

function judgeStatement(truth: State, said: readonly Said[]): StatementFate['verdict'] {
  const last = said.at(-1)?.state
  if (last === truth) return isHedged(said) ? 'mixed' : 'right'
  if (said.some(({ state }) => state === truth)) return 'mixed'
  // Neither tells that it is done: whoever reads either will look at it again.
  const isNear = (truth === 'open' && last === 'failed') || (truth === 'failed' && last === 'open')
  return isNear ? 'mixed' : 'other'
}

/** Whether the text that says the last state says another one, too: in one text, the order is no order in time. */
function isHedged(said: readonly Said[]): boolean {
  const last = said.at(-1)
  if (last === undefined || last.origin === 'call') return false
  return said.some(
    ({ state, origin, messageIndex, partIndex }) =>
      state !== last.state &&
      origin === last.origin &&
      (origin === 'summary' || (messageIndex === last.messageIndex && partIndex === last.partIndex)),
  )
}

const points: Readonly<Record<StatementFate['verdict'], number>> = {
  right: 1,
  silent: 0,
  mixed: 0,
  other: -1,
}

/** The mean of the kinds of which something is done and something is not; null without any. */
function scoreFates(fates: readonly StatementFate[]): number | null {
  const scores = statementSubjects.flatMap((subject) => {
    const own = fates.filter((fate) => fate.subject === subject)
    const classes = [own.filter(({ state }) => state === 'done'), own.filter(({ state }) => state !== 'done')]
    if (classes.some(({ length }) => length === 0)) return []
    return computeMean(classes.map((some) => computeMean(some.map(({ verdict }) => points[verdict]))))
  })
  return scores.length === 0 ? null : computeMean(scores)
}

function buildMeasurement(subject: Subject, value: number): Measurement {
  return createMeasurement(value, () => ({
    kind: 'statements',
    statements: findSubjectFates(subject),
  }))
}
