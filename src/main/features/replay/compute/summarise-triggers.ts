import { sumKnown } from '../../../../shared/kernel/numbers.ts'
import {
  usualIdleTokens,
  usualTaskTokens,
  type ReplayPolicyEntry,
} from '../../../../shared/replay/replay-policy-types.ts'
import type { SweptTriggers, TriggerKind } from '../../../../shared/replay/sweep-types.ts'

/** A trigger that is tried, with the smallest context that it looks at; null where it looks at any. */
export type TriedTrigger = { readonly kind: TriggerKind; readonly leastTokens: number | null }

/** What a task comes to with a trigger, US dollars; null where nobody knows. */
export type SweptTrigger = TriedTrigger & {
  readonly costUsd: number | null
  /** Of this trigger alone. */
  readonly condensations: number
  /** One more where the session stays open after its last request. */
  readonly leftOpenUsd: number | null
}

/** Sizes from which idle sessions are condensed: that of Claude Code, and smaller ones. */
const idleSizes = [usualIdleTokens, 100_000, 50_000]
/** Percent of the window. */
const prepareAt = 60

/** The policies that a sweep tries triggers with, all by one method. */
export function listTriedTriggers(
  arm: string,
  idleMinutes?: number,
): readonly (TriedTrigger & { readonly entry: ReplayPolicyEntry })[] {
  const minutes = idleMinutes === undefined ? {} : { minutes: idleMinutes }
  const build = (kind: TriggerKind, leastTokens: number | null, more: Partial<ReplayPolicyEntry>) => ({
    kind,
    leastTokens,
    entry: { id: `by-${kind}${leastTokens === null ? '' : `-${leastTokens}`}`, arm, ...more },
  })
  return [
    build('size', null, {}),
    ...idleSizes.map((tokens) => build('idle', tokens, { idle: { ...minutes, tokens } })),
    build('task-start', usualTaskTokens, { taskStart: { tokens: usualTaskTokens } }),
    build('prepared', null, { prepare: prepareAt }),
  ]
}

/** Totals of each trigger over the tasks whose cost is known with all of them; undefined where there is no such task. */
export function summariseTriggers(
  arm: string,
  tasks: readonly { readonly triggers: readonly SweptTrigger[] }[],
  idleMinutes: number | null,
): SweptTriggers | undefined {
  const known = tasks.filter(
    ({ triggers }) => triggers.length > 0 && triggers.every(({ costUsd }) => costUsd !== null),
  )
  const [first] = known
  if (first === undefined) return undefined
  const rows = first.triggers.map(({ kind, leastTokens }, at) => {
    const own = known.flatMap(({ triggers }) => triggers[at] ?? [])
    return {
      kind,
      leastTokens,
      costUsd: own.reduce((total, { costUsd }) => total + (costUsd ?? 0), 0),
      condensations: own.reduce((total, { condensations }) => total + condensations, 0),
      condensedTasks: own.filter(({ condensations }) => condensations > 0).length,
      leftOpenUsd: sumKnown(own.map(({ leftOpenUsd }) => leftOpenUsd)),
    }
  })
  return { arm, tasks: known.length, idleMinutes, rows }
}
