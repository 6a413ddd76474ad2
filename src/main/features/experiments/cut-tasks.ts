import type { ExperimentFile } from '../../../shared/experiments/experiment-file-types.ts'
import type { PlannedCheckpoint, PlanNote } from '../../../shared/experiments/experiment-types.ts'
import { append } from '../../../shared/kernel/append.ts'
import { formatCount, formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import type { StoredTask } from '../../../shared/library/task-types.ts'
import { extractFirstLine } from '../../agents/details/extract-first-line.ts'
import type { CoreServices } from '../common/core-services.ts'
import { loadTaskSource } from '../library/sources.ts'
import { findAgentTrigger } from '../methods/find-agent-trigger.ts'
import { findWorkspace } from './find-workspace.ts'
import type { CutOutput } from './jobs/cut-task.ts'

/** Where a sample is cut that nobody condensed: its first figures need one. */
const sampleShare = 0.7

/** Characters of a title: a report names the task with each of its figures. */
const mostOfTitle = 120

/** Where tasks are cut, and why some are not. */
export async function cutTasks(
  services: Pick<CoreServices, 'store' | 'engine'>,
  { checkpoints: { at, window, threshold } }: Pick<ExperimentFile, 'checkpoints'>,
  tasks: readonly StoredTask[],
): Promise<{ readonly checkpoints: PlannedCheckpoint[]; readonly notes: PlanNote[] }> {
  const checkpoints: PlannedCheckpoint[] = []
  const notes: PlanNote[] = []
  for (const task of tasks) {
    const title = extractFirstLine(task.title, mostOfTitle)
    const outputs = await services.engine.run('cutTask', {
      source: await loadTaskSource(services.store, task),
      usage: task.meta.usage,
      cuts: at,
      windowTokens: window ?? null,
      thresholdPercent: threshold,
      ownTrigger: findAgentTrigger(task.format),
      lastShare: task.isSample ? sampleShare : null,
    })
    const places = outputs.flatMap((output) => output.places)
    // Two cuts that are moved to one place are one checkpoint.
    for (const place of new Map(places.map((one) => [one.index, one])).values()) {
      checkpoints.push({
        id: `${task.id}@${place.index}`,
        taskId: task.id,
        taskTitle: title,
        snapshotSha256: task.snapshotSha256,
        ...place,
        workspace: findWorkspace(task),
        outcome: task.meta.outcome ?? null,
      })
    }
    const reasons = new Set(
      outputs.flatMap((output) => (output.places.length === 0 ? [explainMissingCut(output, task)] : [])),
    )
    const where = title === '' ? task.id : title
    const left = places.length === 0
    const told = [...reasons].map((message, place): PlanNote =>
      left && place === 0 ? { where, message, isLeftOut: true } : { where, message },
    )
    append(notes, [...told, ...buildDamageNotes(task, where)])
  }
  return { checkpoints, notes }
}

/** What could not be read of a task that is used all the same. */
function buildDamageNotes({ meta: { problems } }: StoredTask, where: string): PlanNote[] {
  const [first] = problems
  if (first === undefined) return []
  const place = [first.file, first.place].filter((part) => part !== '').join(', ')
  const more =
    problems.length === 1 ? '' : ` And ${formatCountWithNoun(problems.length - 1, 'problem')} more.`
  return [
    { where, message: `It was read with a problem: ${first.reason.replace(/\.$/, '')} (${place}).${more}` },
  ]
}

/** Why a task has no cut, for the list of what an experiment leaves out. */
export function explainMissingCut(
  { cut, shortTokens }: CutOutput,
  { condensations }: Pick<StoredTask, 'condensations'>,
): string {
  if (shortTokens !== null)
    return `It has ${formatCount(shortTokens)} tokens where it would be cut: too few to condense.`
  if (cut === 'recorded') return 'It has no recorded condensation to cut at, or too little before it.'
  if (cut === 'trigger') return 'It never fills the window so far that the trigger would fire.'
  if (cut === 'default' && condensations > 0)
    return 'Its agent condensed, but what it condensed is not in the file.'
  if (cut === 'default') return 'Its agent did not condense, and never came so far that it would.'
  return 'It is too short to be cut: nothing would be left on one side.'
}
