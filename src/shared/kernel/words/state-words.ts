import type { MetricInfo } from '../../activity/quality-types.ts'
import type { ControlResult } from '../control.ts'
import type { ControlId } from '../control.ts'
import type { KeptItem, StatementFate } from '../evidence.ts'

/** What can have become of a file, a command or an item of a to-do list. */
export const stateWords: Readonly<Record<StatementFate['state'], string>> = {
  done: 'done',
  deleted: 'deleted',
  failed: 'failed',
  open: 'open',
}

/** What a context says of it, against the last state by tool calls. */
export const statementVerdictWords: Readonly<Record<StatementFate['verdict'], string>> = {
  right: 'right',
  mixed: 'unclear',
  silent: 'silent',
  other: 'another state',
}

export const keptKindWords: Readonly<Record<KeptItem['kind'], string>> = {
  rule: 'Rule',
  value: 'Value',
  error: 'Error',
}

/** Cheap tricks that a condensation is held against. */
export const controlWords: Readonly<Record<ControlId, string>> = {
  nothing: 'nothing',
  names: 'names only',
  shuffled: 'own words shuffled',
  'all-done': 'everything marked as done',
  guessed: 'states guessed by kind',
  'frequent-lines': 'most frequent lines',
  'last-messages': 'last messages',
  said: 'what was said',
  extract: 'extract by search',
  full: 'full history',
}

/** What the figures of state and rules cannot see. */
export const blindSpots =
  'Not seen: a lie about everything at once, reasons and decisions in prose, prose that names nothing, items of a to-do list in another language than the list, and states in words of other languages than English.'

/** Whether a figure shows knowledge, against what cheap tricks score on it. Empty where none was measured. */
export function describeKnowledge(
  controls: readonly ControlResult[],
  { isFloor = false }: Pick<MetricInfo, 'isFloor'>,
): string {
  const unbeaten = findUnbeatenControls(controls)
  if (controls.every(({ isBeaten }) => isBeaten === null)) return ''
  if (unbeaten.length === 0) return isFloor ? 'beats every trick, but so would a copy' : 'holds knowledge'
  return `not shown to beat ${unbeaten.map((id) => controlWords[id]).join(', ')}`
}

/** The controls of a figure that a variant was not shown to beat. */
export function findUnbeatenControls(controls: readonly ControlResult[] = []): readonly ControlId[] {
  return controls.flatMap(({ id, isBeaten }) => (isBeaten === false ? [id] : []))
}
