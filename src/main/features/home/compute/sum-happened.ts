import type { CondensationInShort } from '../../../../shared/condensations/autopsy-types.ts'
import { sortByMissing } from '../../../../shared/condensations/build-condensation-tables.ts'
import type { AnswerArm, MeasuredTask } from '../../../../shared/home/answer-types.ts'
import type { Baselines, Happened } from '../../../../shared/home/happened-types.ts'
import { computeQuantile, sum, sumKnown } from '../../../../shared/kernel/numbers.ts'
import type { TaskSummary } from '../../../../shared/library/task-types.ts'
import { changeOfBill } from '../../../measure/metrics/change-of-bill.ts'
import { compareTasks } from '../../../measure/statistics/compare-tasks.ts'
import type { OfTask } from './build-answer.ts'

/** Condensations, or tasks where there are none, that Home lists; the others stand in the library. */
const mostListed = 10

/** A task of the library, as far as this asks. */
export type HappenedTask = Pick<TaskSummary, 'id' | 'title' | 'agent' | 'condensations'> & {
  /** The task of the person that it is counted with: itself, or the one that had it done or that it was forked from. */
  readonly rootId: string
}

/** What happened in some tasks, from what was found in those that were looked at already. */
export function sumHappened(
  tasks: readonly HappenedTask[],
  measured: ReadonlyMap<string, MeasuredTask>,
): Happened {
  const condensed = tasks.filter(({ condensations }) => (condensations ?? 0) > 0)
  const titles = new Map(tasks.map(({ id, title }) => [id, title]))
  const findParentTitle = ({ id, rootId }: HappenedTask): string | null =>
    rootId === id ? null : (titles.get(rootId) ?? null)
  const all = condensed.flatMap((task) => {
    const { id: taskId, rootId, title, agent } = task
    const parentTitle = findParentTitle(task)
    const own = measured.get(taskId)?.happened.condensations ?? []
    return own.map((one) => ({ ...one, taskId, rootId, title, parentTitle, agent }))
  })
  const found = leaveOutRepeated(all)
  const missed = found.flatMap(({ missing }) => (missing === null || missing.things === 0 ? [] : [missing]))
  const priced = missed.flatMap(({ costUsd }) => costUsd ?? [])
  return {
    condensations:
      sum(condensed.map(({ condensations }) => condensations ?? 0)) - (all.length - found.length),
    condensedTasks: countTasks(condensed),
    unexaminedTasks: countTasks(condensed.filter(({ id }) => !measured.has(id))),
    missing: sum(missed.map(({ things }) => things)),
    missingTokens: sum(missed.map(({ tokens }) => tokens)),
    missingUsd: missed.length > 0 && priced.length === 0 ? null : sum(priced),
    isMissingUsdWhole: priced.length === missed.length,
    worst: pickWorst(found).map(({ agent: _isInTheTask, rootId: _isItsOwn, ...one }) => one),
    fullest: pickFullest(
      tasks.flatMap((task) => {
        const { id: taskId, title } = task
        const largest = measured.get(taskId)?.happened.largest
        return largest == null ? [] : [{ taskId, title, parentTitle: findParentTitle(task), ...largest }]
      }),
    ),
    triggers: listTriggers(found),
  }
}

/** Those after which something was missing, or where nobody can tell; of any others only where there are no such. */
function pickWorst<Found extends FoundCondensation>(found: readonly Found[]): readonly Found[] {
  const bad = found.filter(({ missing }) => missing?.things !== 0)
  return sortByMissing(bad.length === 0 ? found : bad).slice(0, mostListed)
}

function pickFullest(known: Happened['fullest']): Happened['fullest'] {
  return known.toSorted((a, b) => b.tokens / b.windowTokens - a.tokens / a.windowTokens).slice(0, mostListed)
}

const countTasks = (some: readonly Pick<HappenedTask, 'rootId'>[]): number =>
  new Set(some.map(({ rootId }) => rootId)).size

/** A fork repeats what the task that it was forked from had condensed until then: that happened once, in the task. */
function leaveOutRepeated<Found extends FoundCondensation>(all: readonly Found[]): readonly Found[] {
  const first = new Map<string, Found>()
  const formatMade = ({ rootId, ts, before, after }: Found): string => [rootId, ts, before, after].join(' ')
  // Of a task and its forks, the task itself has what happened after it.
  const ownFirst = all.toSorted((a, b) => Number(a.taskId !== a.rootId) - Number(b.taskId !== b.rootId))
  for (const one of ownFirst) {
    const made = formatMade(one)
    if (!first.has(made)) first.set(made, one)
  }
  return all.filter((one) => one.ts === null || first.get(formatMade(one))?.taskId === one.taskId)
}

type FoundCondensation = CondensationInShort & Pick<HappenedTask, 'rootId'> & { readonly taskId: string }

/** The size at which each agent condensed by itself: what a person asked for says nothing of its setting. */
function listTriggers(
  found: readonly {
    readonly agent: string | null
    readonly before: number | null
    readonly trigger: string | null
  }[],
): Happened['triggers'] {
  const own = found.filter(({ trigger }) => trigger !== 'manual')
  const byAgent = Map.groupBy(own, ({ agent }) => agent)
  return [...byAgent].flatMap(([agent, all]) => {
    const sizes = all.flatMap(({ before }) => before ?? [])
    if (agent === null || sizes.length === 0) return []
    const tokens = Math.round(
      computeQuantile(
        sizes.toSorted((a, b) => a - b),
        0.5,
      ),
    )
    return [{ agent, tokens, condensations: sizes.length }]
  })
}

/** What the tasks cost, and would have cost without the condensation at the cut or with the cheapest method there. */
export function compareBills(
  measured: readonly OfTask<MeasuredTask>[],
  arms: readonly AnswerArm[],
): Baselines | null {
  const known = [...Map.groupBy(measured, ({ taskId }) => taskId)].flatMap(([taskId, sessions]) => {
    const cut = sessions.filter(
      ({ neverUsd, checkpoint }) => neverUsd !== undefined && checkpoint?.reason === 'recorded',
    )
    const billUsd = sumKnown(sessions.map(({ happened }) => happened.billUsd))
    const workspace = cut[0]?.checkpoint?.workspace ?? null
    return cut.length === 0 || billUsd === null ? [] : [{ taskId, workspace, cut, billUsd }]
  })
  if (known.length === 0) return null
  const recordedUsd = sum(known.map(({ billUsd }) => billUsd))
  const cheapest = arms
    .filter(({ verdict }) => verdict !== 'recorded' && verdict !== 'invalid' && verdict !== 'unmeasured')
    .flatMap(({ id }) => {
      const changes = known.map(({ cut, ...task }) => ({
        ...task,
        own: sumKnown(cut.map((session) => readBillChange(session, id))),
        other: 0,
      }))
      const changeUsd = sumKnown(changes.map(({ own }) => own))
      const verdict = compareTasks(changes, { direction: 'lower', unit: 'usd-change' })?.verdict.word
      const isClear = verdict === 'better' || verdict === 'worse'
      return changeUsd === null ? [] : [{ id, usd: recordedUsd + changeUsd, isClear }]
    })
    .toSorted((a, b) => a.usd - b.usd)[0]
  const neverUsd = recordedUsd + sum(known.flatMap(({ cut }) => cut.map(({ neverUsd = 0 }) => neverUsd)))
  return { tasks: known.length, recordedUsd, neverUsd, cheapest: cheapest ?? null }
}

function readBillChange({ cells }: Pick<MeasuredTask, 'cells'>, armId: string): number | null {
  return cells.find(({ variantId }) => variantId === armId)?.values[changeOfBill.id] ?? null
}
