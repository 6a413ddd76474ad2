import { experimentStatuses } from '../../../shared/domain/experiment.ts'
import { partKinds } from '../../../shared/domain/part.ts'
import { promptPurposes } from '../../../shared/domain/prompt.ts'
import { runStatuses } from '../../../shared/domain/run.ts'
import { toolErasSchema } from '../../../shared/domain/task.ts'
import type { Value } from './record.ts'

/** Texts that a column can hold, where there are few. A row with another one is read by nobody. */
const choices: Readonly<Record<string, readonly string[]>> = {
  'tasks.era': toolErasSchema.options,
  'runs.status': runStatuses,
  'experiments.status': experimentStatuses,
  'cells.status': ['done', 'failed'],
  'prompts.purpose': promptPurposes,
  'replays.kind': ['replay', 'drift'],
  'survey_kinds.kind': partKinds,
}

const hash = /^[0-9a-f]{64}$/
const hashColumn = /(?:^hash|_sha256|(?:^|_)blob)$/

/** What the texts of a column look like, in whichever table. */
const patterns: Readonly<Record<string, RegExp>> = {
  path: /^$|^[/\\]|^[A-Za-z]:/,
  origin: /^https?:/,
  variable: /^[A-Z_][A-Z0-9_]*$/,
}

/** Columns that hold any text, but never that of a hash. */
const plainColumns = new Set([
  'tool',
  'kind',
  'model',
  'counter_id',
  'label',
  'name',
  'note',
  'title',
  'work',
])

/** Whether a column of a table may hold a value, by the few that it has. */
export function isChoice(table: string, column: string, value: Value): boolean {
  const all = choices[`${table}.${column}`]
  return all === undefined || value === null || all.includes(String(value))
}

/** Whether a value looks like those of a column. For rows that nothing says the table of: a stray hash is no name. */
export function looksLike(table: string, column: string, value: Value): boolean {
  if (value === null) return true
  if (!isChoice(table, column, value)) return false
  if (column.startsWith('is_')) return Number(value) === 0 || Number(value) === 1
  if (column.endsWith('_ts')) return Number(value) >= 0
  if (typeof value !== 'string') return true
  if (hashColumn.test(column)) return hash.test(value)
  return patterns[column]?.test(value) !== false && !(plainColumns.has(column) && hash.test(value))
}
