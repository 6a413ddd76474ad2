import type { ComparisonRules } from '../../shared/condense/comparison-types.ts'
import type { Goal, Naming } from '../../shared/home/answer-types.ts'
import {
  findGoalFailure,
  pickBest,
  pickTypicalUsd,
  rankForGoal,
  spreadBill,
  type Judged,
} from '../../shared/home/goal-rule.ts'
import { controlIds, isTrick, type ControlId, type ControlScores } from '../../shared/kernel/control.ts'
import { computeMean } from '../../shared/kernel/numbers.ts'
import type { Comparison } from './statistics/compare-family.ts'
import { compareTasks } from './statistics/compare-tasks.ts'
import { computeTasksNeeded } from './statistics/compute-tasks-needed.ts'
import { createSeededRandom } from './statistics/create-seeded-random.ts'

/** What was measured at one cut. */
export type NamingTask = {
  readonly taskId: string
  /** Folder or repository that the task belongs to; null where it stands for itself. */
  readonly workspace: string | null
  /** By method: what each kept at the size of the cut, and what it did to the bill. */
  readonly judged: ReadonlyMap<string, Judged>
  /** What controls keep at the same size. */
  readonly controls: ControlScores
  /** What the agent's own condensation kept; null where it recorded none that can be read. */
  readonly recorded: number | null
}

export type NamingInput = {
  readonly goal: Goal
  /** Those that may be named at all. */
  readonly methods: readonly string[]
  readonly tasks: readonly NamingTask[]
  readonly rules: ComparisonRules
}

/** Draws of the workspaces and of the tasks, and how many of them have to name the same method. */
const draws = 100
const fewestAgreeing = 90

/**
 * The method that the evidence separates from all others for a goal, or why there is none: at equal size, better than
 * every control and than the next one, by an interval over the tasks, and the same in nine of ten draws of them. Where a
 * control keeps more than what agents really wrote, the figure itself is at fault and nobody is named.
 */
export function nameMethod({ goal, methods, tasks, rules }: NamingInput): Naming {
  const judged = methods.flatMap((id) => computeMeanJudged(id, tasks) ?? [])
  const [best, ...others] = rankForGoal(goal, judged).filter(
    (one) => findGoalFailure(one, judged, goal) === null,
  )
  const have = tasks.filter((task) => methods.some((id) => task.judged.has(id))).length
  if (have > 0 && have < rules.fewestTasks)
    return { kind: 'few', first: best?.id ?? null, have, needed: computeTasksNeeded(1).forTenPoints }
  if (best === undefined) return { kind: 'none' }
  const fault = findFault(tasks)
  if (fault !== null) return { kind: 'fault', ...fault }
  const comparing: Comparing = { tasks, rules, goal }
  const control = findUnbeatenControl(best.id, comparing)
  if (control !== null) return { kind: 'control', first: best.id, control }
  const verdicts = new Map(
    others.map(({ id }) => [id, compareMethods(best.id, id, comparing)?.verdict ?? null]),
  )
  const alike = methods.filter((id) => verdicts.has(id) && verdicts.get(id)?.word !== 'better')
  const isSure = isChosenAgain(best.id, { goal, methods, tasks, rules })
  if (alike.length === 0 && isSure) return { kind: 'named', id: best.id }
  const [next] = verdicts.values()
  const more = next?.word === 'not-enough-data' ? next.more.tasks : null
  return { kind: 'alike', first: best.id, alike, have, needed: more === null ? null : have + more }
}

const tricks: readonly ControlId[] = controlIds.filter(isTrick)

/** The control that keeps more than what agents wrote themselves, at the cuts where they did; null where none does. */
function findFault(tasks: readonly NamingTask[]): Omit<Extract<Naming, { kind: 'fault' }>, 'kind'> | null {
  const found = tricks.flatMap((control) => {
    const pairs = tasks.flatMap(({ recorded, controls: { [control]: score } }) =>
      recorded === null || score === undefined ? [] : [{ recorded, score }],
    )
    const recorded = computeMean(pairs.map((pair) => pair.recorded))
    const kept = computeMean(pairs.map(({ score }) => score))
    return kept > recorded ? [{ control, kept, recorded, tasks: pairs.length }] : []
  })
  return found.toSorted((a, b) => b.kept - b.recorded - (a.kept - a.recorded))[0] ?? null
}

type MeanJudged = Judged & { readonly id: string }

/** What a method comes to over the tasks that have it; null where none has. */
function computeMeanJudged(id: string, tasks: readonly Pick<NamingTask, 'judged'>[]): MeanJudged | null {
  const own = tasks.flatMap(({ judged }) => judged.get(id) ?? [])
  if (own.length === 0) return null
  const costs = own.flatMap(({ costUsd }) => costUsd ?? [])
  return {
    id,
    savedPercent: computeMean(own.map(({ savedPercent }) => savedPercent)),
    kept: computeMean(own.map(({ kept }) => kept)),
    costUsd:
      costs.length === 0
        ? null
        : pickTypicalUsd({ costUsdPerTask: computeMean(costs), ...spreadBill(costs) }),
  }
}

type Comparing = Pick<NamingInput, 'tasks' | 'rules' | 'goal'>

/** Two methods by what the goal asks for: the bill, or what is kept; null where nothing can be compared. */
function compareMethods(id: string, other: string, { goal, ...comparing }: Comparing): Comparison | null {
  const isCost = goal === 'cheapest'
  const pick = (own: Judged | undefined): number | null =>
    own === undefined ? null : isCost ? (own.costUsd ?? -own.savedPercent) : own.kept
  const tasks = comparing.tasks.map(({ judged, ...task }) => ({
    ...task,
    own: pick(judged.get(id)),
    other: pick(judged.get(other)),
  }))
  return compareTasks(
    tasks,
    isCost ? { direction: 'lower', unit: 'usd' } : { direction: 'higher', unit: 'share' },
    comparing.rules,
  )
}

/** The first trick that a method does not clearly keep more than; null where it beats all that were measured. */
function findUnbeatenControl(id: string, comparing: Comparing): ControlId | null {
  const found = tricks.find((control) => {
    const tasks = comparing.tasks.map(({ judged, controls, ...task }) => ({
      ...task,
      own: judged.get(id)?.kept ?? null,
      other: controls[control] ?? null,
    }))
    const compared = compareTasks(tasks, { direction: 'higher', unit: 'share' }, comparing.rules)
    return compared !== null && compared.verdict.word !== 'better'
  })
  return found ?? null
}

/**
 * Whether the goal's rule chooses this method in nearly all draws of the workspaces, and of the tasks: all draws of one
 * workspace are the same.
 */
function isChosenAgain(id: string, input: NamingInput): boolean {
  const byWorkspace = Map.groupBy(input.tasks, ({ workspace, taskId }) => workspace ?? `task ${taskId}`)
  return [[...byWorkspace.values()], input.tasks.map((task) => [task])].every((clusters) =>
    isChosenInDraws(id, clusters, input),
  )
}

function isChosenInDraws(
  id: string,
  clusters: readonly (readonly NamingTask[])[],
  { goal, methods, rules }: NamingInput,
): boolean {
  const random = createSeededRandom(rules.seed)
  let agreeing = 0
  for (let draw = 0; draw < draws; draw += 1) {
    const drawn = clusters.flatMap(() => clusters[random.nextIndex(clusters.length)] ?? [])
    const judged = methods.flatMap((method) => computeMeanJudged(method, drawn) ?? [])
    const fitting = judged.filter((one) => findGoalFailure(one, judged, goal) === null)
    if (pickBest(goal, fitting)?.id === id) agreeing += 1
  }
  return agreeing >= fewestAgreeing
}
