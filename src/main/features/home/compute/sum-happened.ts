import { sortByMissing } from '../../../../shared/condensations/build-condensation-tables.ts'
import type { AnswerArm, MeasuredTask } from '../../../../shared/home/answer-types.ts'
import type { Baselines, Happened } from '../../../../shared/home/happened-types.ts'
import { findLargest } from '../../../../shared/kernel/find-extreme.ts'
import { computeQuantile, sum, sumKnown } from '../../../../shared/kernel/numbers.ts'
import type { TaskSummary } from '../../../../shared/library/task-types.ts'
import { changeOfBill } from '../../../measure/metrics/change-of-bill.ts'
import { compareTasks } from '../../../measure/statistics/compare-tasks.ts'

/** Condensations that Home lists; the others stand in the library. */
const mostWorst = 10

/** A task of the library, as far as this asks. */
export type HappenedTask = Pick<TaskSummary, 'id' | 'title' | 'agent' | 'condensations'>

/** What happened in some tasks, from what was found in those that were looked at already. */
export function sumHappened(
  tasks: readonly HappenedTask[],
  measured: ReadonlyMap<string, MeasuredTask>,
): Happened {
  const condensed = tasks.filter(({ condensations }) => (condensations ?? 0) > 0)
  const found = condensed.flatMap(({ id: taskId, title, agent }) =>
    (measured.get(taskId)?.happened.condensations ?? []).map((one) => ({ ...one, taskId, title, agent })),
  )
  const missed = found.flatMap(({ missing }) => (missing === null || missing.things === 0 ? [] : [missing]))
  const shares = tasks.flatMap(({ id }) => {
    const largest = measured.get(id)?.happened.largest
    return largest == null ? [] : [(100 * largest.tokens) / largest.windowTokens]
  })
  return {
    condensations: sum(condensed.map(({ condensations }) => condensations ?? 0)),
    condensedTasks: condensed.length,
    unexaminedTasks: condensed.filter(({ id }) => !measured.has(id)).length,
    missing: sum(missed.map(({ things }) => things)),
    missingTokens: sum(missed.map(({ tokens }) => tokens)),
    missingUsd: sumKnown(missed.map(({ costUsd }) => costUsd)),
    worst: sortByMissing(found)
      .slice(0, mostWorst)
      .map(({ agent: _isInTheTask, ...one }) => one),
    largestPercent: shares.length === 0 ? null : findLargest(shares, 0),
    triggers: listTriggers(found),
  }
}

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
  measured: readonly MeasuredTask[],
  arms: readonly AnswerArm[],
): Baselines | null {
  const known = measured.flatMap(({ happened: { billUsd }, neverUsd, cells, checkpoint }) =>
    billUsd === null || neverUsd === undefined || checkpoint?.reason !== 'recorded'
      ? []
      : [{ billUsd, neverUsd, cells, taskId: checkpoint.taskId, workspace: checkpoint.workspace ?? null }],
  )
  if (known.length === 0) return null
  const recordedUsd = sum(known.map(({ billUsd }) => billUsd))
  const cheapest = arms
    .filter(({ verdict }) => verdict !== 'recorded' && verdict !== 'invalid' && verdict !== 'unmeasured')
    .flatMap(({ id }) => {
      const changes = known.map(({ cells, ...task }) => ({
        ...task,
        own: cells.find((cell) => cell.variantId === id)?.values[changeOfBill.id] ?? null,
        other: 0,
      }))
      const changeUsd = sumKnown(changes.map(({ own }) => own))
      const verdict = compareTasks(changes, { direction: 'lower', unit: 'usd-change' })?.verdict.word
      const isClear = verdict === 'better' || verdict === 'worse'
      return changeUsd === null ? [] : [{ id, usd: recordedUsd + changeUsd, isClear }]
    })
    .toSorted((a, b) => a.usd - b.usd)[0]
  const neverUsd = recordedUsd + sum(known.map((one) => one.neverUsd))
  return { tasks: known.length, recordedUsd, neverUsd, cheapest: cheapest ?? null }
}
