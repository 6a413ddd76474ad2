import { InvalidArgumentError, Option, type Command } from 'commander'
import type { LibraryFilter } from '../../../shared/library/library-filter-types.ts'
import { taskStateSchema, toolErasSchema } from '../../../shared/library/task-types.ts'

/** Adds the ways in which the library's table can be narrowed. */
export function addTaskFilterOptions(command: Command): Command {
  const buildNamesOption = (flag: string, what: string): Option =>
    new Option(`${flag} <name>`, `only tasks ${what} (may be repeated, "" means none)`).argParser(collect)
  return command
    .addOption(buildNamesOption('--agent', 'of this agent'))
    .addOption(buildNamesOption('--model', 'of this model, with or without its vendor'))
    .addOption(buildNamesOption('--workspace', 'of this workspace, as a path or its last name'))
    .option('--named <words>', 'only tasks with all these words in title, path, agent, model or workspace')
    .addOption(
      new Option('--tools <kind>', 'only tasks that call tools in this way').choices(toolErasSchema.options),
    )
    .addOption(new Option('--state <state>', 'only tasks in this state').choices(taskStateSchema.options))
    .addOption(
      new Option('--condensed <answer>', 'only tasks that were condensed, or never').choices(['yes', 'no']),
    )
    .option(
      '--tokens <range>',
      'only tasks of so many tokens: 1000..50000, 1000.. or ..50000',
      parseTokenRange,
    )
    .option('--cost <range>', 'only tasks that cost so many US dollars: 0.1..2', parseTokenRange)
    .option(
      '--active <days>',
      'only tasks last active on these days of local time: 2026-11-01..2026-11-20',
      parseDayRange,
    )
}

const collect = (name: string, before: readonly string[] = []): readonly string[] => [...before, name]

/** `1000..50000`, either end left open. Throws what commander reports. */
export function parseTokenRange(text: string): LibraryFilter['tokens'] {
  const fault = 'It must be a range such as 1000..50000, 1000.. or ..50000.'
  const [from, to] = splitRangeEnds(text, fault).map((end) => (end === '' ? null : Number(end)))
  const all = [from, to].filter((end) => typeof end === 'number')
  if (all.some((end) => !Number.isFinite(end) || end < 0)) throw new InvalidArgumentError(fault)
  if (typeof from === 'number' && typeof to === 'number' && from > to) throw new InvalidArgumentError(fault)
  return { from: from ?? null, to: to ?? null }
}

/** `2026-11-01..2026-11-20`, either end left open; a day alone is this day. Throws what commander reports. */
export function parseDayRange(text: string): LibraryFilter['activity'] {
  const fault = 'It must be days such as 2026-11-01..2026-11-20, 2026-11-01.. or 2026-11-01.'
  const [from = '', to = ''] = /^\d{4}-\d\d-\d\d$/.test(text) ? [text, text] : splitRangeEnds(text, fault)
  for (const day of [from, to]) if (day !== '' && !isDay(day)) throw new InvalidArgumentError(fault)
  if (from !== '' && to !== '' && from > to) throw new InvalidArgumentError(fault)
  return { from, to }
}

function splitRangeEnds(text: string, fault: string): readonly string[] {
  const parts = text.split('..').map((end) => end.trim())
  if (parts.length !== 2 || parts.every((end) => end === '')) throw new InvalidArgumentError(fault)
  return parts
}

/** A day that the month does not have would be taken for one of the next. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const ts = Date.parse(`${text}T00:00Z`)
  return !Number.isNaN(ts) && new Date(ts).toISOString().startsWith(text)
}
