import type { TaskOutcome } from '../../../shared/domain/task.ts'
import { fieldsAt, textOf, type Fields } from '../json/fields.ts'
import { isRecord } from '../json/read-json.ts'
import type { ParsedSource } from '../parsed-source.ts'

/** Outcome as a flag, a reward or a grade says it: true, 1 and `C` are solved; false, 0, `I` and `N` unsolved. */
export function outcomeOfScore(value: unknown): TaskOutcome | undefined {
  if (value === true || value === 1 || value === 'C') return 'solved'
  return value === false || value === 0 || value === 'I' || value === 'N' ? 'unsolved' : undefined
}

/** Outcome of several scores; none where they disagree. */
export function outcomeOfScores(values: readonly unknown[]): TaskOutcome | undefined {
  const outcomes = new Set(values.map(outcomeOfScore))
  const [only] = outcomes
  return outcomes.size === 1 ? only : undefined
}

const solvedLists = ['resolved_ids', 'resolved']
const unsolvedLists = ['unresolved_ids', 'unresolved', 'empty_patch_ids', 'error_ids', 'no_generation']

/**
 * Outcome of an instance by a report of SWE-bench: of the instance itself, of several by their ids, or of a whole run
 * with lists of ids.
 */
export function outcomeOfReport(report: unknown, instance: string): TaskOutcome | undefined {
  if (!isRecord(report)) return undefined
  const own = outcomeOfScore(report['resolved']) ?? outcomeOfScore(fieldsAt(report, 'report')['resolved'])
  const listed = (names: readonly string[]): boolean =>
    names.some((name) => Array.isArray(report[name]) && report[name].includes(instance))
  if (own !== undefined) return own
  if (listed(solvedLists)) return 'solved'
  if (listed(unsolvedLists)) return 'unsolved'
  return outcomeOfScore(fieldsAt(report, instance)['resolved'])
}

/** Where evaluations leave their reports, seen from a trajectory. */
const reportPlaces = (instance: string): readonly string[] => [
  'report.json',
  'results.json',
  '../report.json',
  '../results.json',
  '../results/results.json',
  // The folder of a submission to SWE-bench: trajectories in `trajs`, a log of each instance in `logs`.
  ...(isFolderName(instance)
    ? [`../logs/${instance}/report.json`, `../../logs/${instance}/report.json`]
    : []),
]

const isFolderName = (name: string): boolean => /^[\w.-]+$/.test(name) && !/^\.+$/.test(name)

/**
 * Outcome of a trajectory of SWE-agent's family: by its own file, by a report beside it, else unsolved where the run
 * ended without a submission. That something was submitted tells nothing.
 */
export async function outcomeOfTrajectory(
  source: ParsedSource,
  file: Fields,
): Promise<{ readonly outcome?: TaskOutcome }> {
  const info = fieldsAt(file, 'info')
  const instance = textOf(file['instance_id']) ?? source.only().name.replace(/(?:\.traj)?(?:\.json)?$/, '')
  const own = outcomeOfReport(file, instance) ?? outcomeOfReport(info, instance)
  if (own !== undefined) return { outcome: own }
  for (const place of reportPlaces(instance)) {
    const report = await source.beside.read(place)
    const outcome = report === null ? undefined : outcomeOfReport(source.json(report).object, instance)
    if (outcome !== undefined) return { outcome }
  }
  const hasEnded = textOf(info['exit_status']) !== null
  const isEmpty = 'submission' in info && (textOf(info['submission']) ?? '').trim() === ''
  return hasEnded && isEmpty ? { outcome: 'unsolved' } : {}
}
