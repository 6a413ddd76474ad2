import { clusterPairs } from '../../src/main/measure/statistics/cluster-pairs.ts'
import { compareFamily } from '../../src/main/measure/statistics/compare-family.ts'
import { defaultComparisonRules } from '../../src/main/measure/statistics/comparison-rules.ts'
import { estimateTypical, isMoney } from '../../src/main/measure/statistics/compute-interval.ts'
import type { RandomSource } from '../../src/main/measure/statistics/create-seeded-random.ts'
import { computeQuantile, sum } from '../../src/shared/kernel/numbers.ts'
import type { RealCells } from './cells.ts'
import { draw, shareOf, streamOf, type Draws } from './simulate.ts'

/** Of a workspace so many tasks are drawn at most: what 12 tasks of an experiment come from. */
const mostOfWorkspace = 3
/** A population of fewer values is none. */
const fewestValues = 20

type Figure = RealCells['figures'][number]
type Value = { readonly task: number; readonly workspace: number; readonly value: number }

/** Values of one method on a figure, or their differences between two. */
type Population = {
  readonly figure: Figure
  readonly isDifference: boolean
  readonly values: readonly Value[]
}

/** All values of a figure that are not the same everywhere. Nobody is shown an interval of a mean of money. */
function listPopulations({ methods, figures, cuts }: RealCells): readonly Population[] {
  const all = figures.flatMap((figure, at): readonly Population[] => {
    const read = (find: (own: readonly (number | null)[]) => number | null): readonly Value[] =>
      cuts.flatMap(({ values, ...cut }) => {
        const value = find(values[at] ?? [])
        return value === null ? [] : [{ ...cut, value }]
      })
    const differences = methods.flatMap((_, one) =>
      methods.slice(one + 1).map((__, next) => ({
        figure,
        isDifference: true,
        values: read((own) => {
          const [a, b] = [own[one] ?? null, own[one + 1 + next] ?? null]
          return a === null || b === null ? null : b - a
        }),
      })),
    )
    const plain = isMoney(figure.unit)
      ? []
      : methods.map((_, one) => ({ figure, isDifference: false, values: read((own) => own[one] ?? null) }))
    return [...plain, ...differences]
  })
  return all.filter(
    ({ values }) => values.length >= fewestValues && values.some(({ value }) => value !== values[0]?.value),
  )
}

/** What intervals of one kind come to over its populations. */
export type Coverage = {
  readonly figure: string
  readonly isDifference: boolean
  readonly populations: number
  /** Share of draws that have an interval. */
  readonly shown: number
  /** Of these, the share that holds the true value: over all, and in the populations where it is lowest and highest. */
  readonly held: number
  readonly lowest: number
  readonly highest: number
}

/** How often intervals over so many tasks, drawn by workspace from real cells, hold what all cells come to. */
export function measureCoverage(cells: RealCells, tasks: number, draws: Draws): readonly Coverage[] {
  const counted = listPopulations(cells).map((population, index) => ({
    ...population,
    ...countHeld(population, tasks, streamOf(draws, 'coverage', tasks, index), draws),
  }))
  const groups = Map.groupBy(counted, ({ figure, isDifference }) => `${figure.id} ${isDifference}`)
  return [...groups.values()].flatMap((own): Coverage[] => {
    const [first] = own
    if (first === undefined) return []
    const shown = sum(own.map((one) => one.shown))
    // Where an interval is the exception, its coverage is that of a few draws.
    const often = own.filter((one) => one.shown >= draws.experiments / 10).map((one) => one.held / one.shown)
    return [
      {
        figure: first.figure.id,
        isDifference: first.isDifference,
        populations: own.length,
        shown: shown / (own.length * draws.experiments),
        held: sum(own.map((one) => one.held)) / shown,
        lowest: Math.min(...often),
        highest: Math.max(...often),
      },
    ]
  })
}

function countHeld(
  { figure, isDifference, values }: Population,
  tasks: number,
  random: RandomSource,
  { experiments, resamples }: Draws,
): { readonly shown: number; readonly held: number } {
  const workspaces = groupByWorkspace(values)
  const truth = findTruth(workspaces, figure)
  const counted = { shown: 0, held: 0 }
  for (let experiment = 0; experiment < experiments; experiment += 1) {
    const drawn = drawTasks(workspaces, tasks, random)
    const pairs = drawn.flatMap(({ taskId, own }) => own.map(({ value }) => ({ taskId, difference: value })))
    const places = new Map(drawn.map(({ taskId, workspace }) => [taskId, workspace]))
    const rules = { ...defaultComparisonRules, resamples, seed: draw(random) }
    const clustered = clusterPairs(pairs, places, rules.fewestTasks)
    const { interval } = estimateTypical(clustered, { unit: figure.unit, isDifference }, rules)
    if (interval === null) continue
    const rounding = 1e-9 * Math.max(1, Math.abs(truth))
    counted.shown += 1
    if (interval.low <= truth + rounding && interval.high >= truth - rounding) counted.held += 1
  }
  return counted
}

type Task = readonly Value[]
type Workspace = readonly Task[]

function groupByWorkspace(values: readonly Value[]): readonly Workspace[] {
  return [...Map.groupBy(values, ({ workspace }) => workspace).values()].map((own) => [
    ...Map.groupBy(own, ({ task }) => task).values(),
  ])
}

/** What draws come to in the long run: the tasks of a workspace share the weight of those that are drawn of it. */
function findTruth(workspaces: readonly Workspace[], { unit }: Figure): number {
  const weighed = workspaces.flatMap((own) =>
    own.flat().map(({ value }) => ({ value, weight: Math.min(mostOfWorkspace, own.length) / own.length })),
  )
  const all = sum(weighed.map(({ weight }) => weight))
  if (!isMoney(unit)) return sum(weighed.map(({ value, weight }) => value * weight)) / all
  let below = 0
  for (const { value, weight } of weighed.toSorted((a, b) => a.value - b.value)) {
    below += weight
    if (below >= all / 2) return value
  }
  return computeQuantile([], 0.5)
}

type Drawn = { readonly taskId: string; readonly workspace: string; readonly own: Task }

/** So many tasks of workspaces drawn with replacement; one that is drawn again is another one. */
function drawTasks(workspaces: readonly Workspace[], count: number, random: RandomSource): readonly Drawn[] {
  const drawn: Drawn[] = []
  for (let at = 0; drawn.length < count; at += 1) {
    const left = [...(workspaces[random.nextIndex(workspaces.length)] ?? [])]
    const most = Math.min(mostOfWorkspace, left.length, count - drawn.length)
    for (let task = 0; task < most; task += 1) {
      const [own = []] = left.splice(random.nextIndex(left.length), 1)
      drawn.push({ taskId: `${at} ${task}`, workspace: `${at}`, own })
    }
  }
  return drawn
}

/**
 * Share of experiments over so many tasks in which anything is called between two methods that are alike: all figures of a
 * workspace have their methods exchanged, or not, by the toss of a coin.
 */
export function countFalseCalls(cells: RealCells, tasks: number, draws: Draws): number {
  const random = streamOf(draws, 'alike', tasks)
  const { methods, figures, cuts } = cells
  const workspaces = groupByWorkspace(cuts.map(({ task, workspace }, value) => ({ task, workspace, value })))
  return shareOf(draws.experiments, () => {
    const one = random.nextIndex(methods.length)
    const other = (one + 1 + random.nextIndex(methods.length - 1)) % methods.length
    const drawn = drawTasks(workspaces, tasks, random)
    const isSwapped = new Map(drawn.map(({ workspace }) => [workspace, random.nextIndex(2) === 1]))
    const observe = (figure: number, isFirst: boolean) =>
      drawn.flatMap(({ taskId, workspace, own }) =>
        own.map(({ value: cut }, at) => ({
          taskId,
          checkpointId: `${at}`,
          value: cuts[cut]?.values[figure]?.[isFirst === isSwapped.get(workspace) ? other : one] ?? null,
        })),
      )
    const family = figures.map(({ unit, direction }, figure) => ({
      unit,
      direction,
      margin: 0,
      variant: 'b',
      workspaces: new Map(drawn.map(({ taskId, workspace }) => [taskId, workspace])),
      baseline: observe(figure, true),
      candidate: observe(figure, false),
    }))
    const rules = { ...defaultComparisonRules, resamples: draws.resamples, seed: draw(random) }
    return compareFamily(family, rules).some(({ verdict: { word } }) => word === 'better' || word === 'worse')
  })
}
