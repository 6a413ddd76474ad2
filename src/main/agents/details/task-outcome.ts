import type { TaskOutcome } from '../../../shared/library/task-types.ts'
import { isRecord, readNestedFields, toTextOrNull, type Fields } from '../json/fields.ts'
import type { ParsedSource } from '../parsed-source.ts'

/** Outcome as a flag, a reward or a grade says it: true, 1 and `C` are solved; false, 0, `I` and `N` unsolved. */
export function readScoreOutcome(value: unknown): TaskOutcome | undefined {
  if (value === true || value === 1 || value === 'C') return 'solved'
  return value === false || value === 0 || value === 'I' || value === 'N' ? 'unsolved' : undefined
}

/** Outcome of several scores; none where they disagree. */
export function combineScoreOutcomes(values: readonly unknown[]): TaskOutcome | undefined {
  const outcomes = new Set(values.map(readScoreOutcome))
  const [only] = outcomes
  return outcomes.size === 1 ? only : undefined
}

const solvedLists = ['resolved_ids', 'resolved']
const unsolvedLists = ['unresolved_ids', 'unresolved', 'empty_patch_ids', 'error_ids', 'no_generation']

/**
 * Outcome of an instance by a report of SWE-bench: of the instance itself, of several by their ids, or of a whole run
 * with lists of ids.
 */
export function readReportOutcome(report: unknown, instance: string): TaskOutcome | undefined {
  if (!isRecord(report)) return undefined
  const own =
    readScoreOutcome(report['resolved']) ?? readScoreOutcome(readNestedFields(report, 'report')['resolved'])
  const listsInstance = (names: readonly string[]): boolean =>
    names.some((name) => Array.isArray(report[name]) && report[name].includes(instance))
  if (own !== undefined) return own
  if (listsInstance(solvedLists)) return 'solved'
  if (listsInstance(unsolvedLists)) return 'unsolved'
  return readScoreOutcome(readNestedFields(report, instance)['resolved'])
}

/** Where evaluations leave their reports, seen from a trajectory. */
const listReportPlaces = (instance: string): readonly string[] => [
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
export async function findTrajectoryOutcome(
  source: ParsedSource,
  file: Fields,
): Promise<TaskOutcome | undefined> {
  const info = readNestedFields(file, 'info')
  const instance =
    toTextOrNull(file['instance_id']) ?? source.only().name.replace(/(?:\.traj)?(?:\.json)?$/, '')
  const own = readReportOutcome(file, instance) ?? readReportOutcome(info, instance)
  if (own !== undefined) return own
  for (const place of listReportPlaces(instance)) {
    const report = await source.beside.read(place)
    const outcome = report === null ? undefined : readReportOutcome(source.json(report).object, instance)
    if (outcome !== undefined) return outcome
  }
  const hasEnded = toTextOrNull(info['exit_status']) !== null
  const isEmpty = 'submission' in info && (toTextOrNull(info['submission']) ?? '').trim() === ''
  return hasEnded && isEmpty ? 'unsolved' : undefined
}
