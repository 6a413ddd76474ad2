import { compareFamily, type ComparisonInput } from '../../src/main/measure/statistics/compare-family.ts'
import { defaultComparisonRules } from '../../src/main/measure/statistics/comparison-rules.ts'
import {
  type RandomSource,
  createSeededRandom,
} from '../../src/main/measure/statistics/create-seeded-random.ts'
import type { Observation } from '../../src/main/measure/statistics/pair-observations.ts'
import { nextNormal, nextShare } from '../../src/main/measure/testing/simulated-observations.ts'

/** How much is drawn; every figure follows from it and the seed. */
export type Draws = { readonly seed: number; readonly experiments: number; readonly resamples: number }

/** An own stream for each figure, whatever else is drawn. */
export function streamOf({ seed }: Draws, ...about: readonly (string | number)[]): RandomSource {
  let hash = seed
  for (const sign of about.join('/')) hash = (Math.imul(hash, 31) + (sign.codePointAt(0) ?? 0)) | 0
  return createSeededRandom(hash)
}

/** Share of so many draws of which something holds. */
export function shareOf(count: number, holds: () => boolean): number {
  let held = 0
  for (let index = 0; index < count; index += 1) if (holds()) held += 1
  return held / count
}

/** A seed from a stream. */
export const draw = (random: RandomSource): number => random.nextUint32()

/** A layout of tasks. Workspaces are numbered; without them each task stands for itself. */
type Layout = {
  readonly tasks: number
  readonly workspaces: number | null
  /** Share of a task's variance that it has in common with its workspace. */
  readonly correlation: number
}

/** Which task is of which workspace. */
function workspacesIn({ tasks, workspaces }: Layout): ReadonlyMap<string, string> {
  return workspaces === null
    ? new Map()
    : new Map(Array.from({ length: tasks }, (_, task) => [`${task}`, `${task % workspaces}`]))
}

export type FamilyLayout = Layout & { readonly metrics: number; readonly variants: number }

/**
 * Share of experiments with identical variants in which anything at all is called better or worse. Metrics are
 * correlated; a third each is bounded, skewed and mostly zero; variants have noise of their own at every checkpoint,
 * part of which is common to a workspace.
 */
export function anyCallShare(layout: FamilyLayout, draws: Draws): number {
  const random = streamOf(draws, 'any', layout.tasks, layout.workspaces ?? 0, layout.metrics, layout.variants)
  const rules = { ...defaultComparisonRules, resamples: draws.resamples }
  return shareOf(draws.experiments, () => {
    const inputs = drawIdentical(layout, random)
    const own = { ...rules, seed: draw(random) }
    const families = [inputs.slice(0, layout.variants), inputs.slice(layout.variants)]
    return families.some((family) =>
      compareFamily(family, own).some(({ verdict: { word } }) => word === 'better' || word === 'worse'),
    )
  })
}

/** Comparisons of variants that are alike, metric by metric. */
function drawIdentical(layout: FamilyLayout, random: RandomSource): readonly ComparisonInput[] {
  const { tasks, workspaces, metrics, variants, correlation } = layout
  const counts = Array.from({ length: tasks }, () => 1 + random.nextIndex(5))
  const arms = Array.from({ length: variants + 1 }, () => drawArm({ ...layout, counts }, random))
  const difficulty = Array.from({ length: tasks }, () => nextNormal(random))
  const [baseline = [], ...candidates] = arms.map((arm) =>
    Array.from({ length: metrics }, (_, metric) =>
      arm.map(({ taskId, checkpointId, noise }): Observation => ({
        taskId,
        checkpointId,
        value: valueOf(metric, difficulty[Number(taskId)] ?? 0, noise[metric] ?? 0),
      })),
    ),
  )
  const shared = {
    direction: 'higher',
    unit: 'count',
    margin: 0.02,
    workspaces: workspacesIn({ tasks, workspaces, correlation }),
  } as const
  return Array.from({ length: metrics }, (_, metric) =>
    candidates.map((candidate, variant) => ({
      ...shared,
      variant: `${variant}`,
      baseline: baseline[metric] ?? [],
      candidate: candidate[metric] ?? [],
    })),
  ).flat()
}

type Arm = readonly {
  readonly taskId: string
  readonly checkpointId: string
  readonly noise: readonly number[]
}[]

function drawArm(
  { metrics, workspaces, correlation, counts }: FamilyLayout & { readonly counts: readonly number[] },
  random: RandomSource,
): Arm {
  const common = Math.sqrt(workspaces === null ? 0 : correlation)
  const own = Math.sqrt(1 - common * common)
  const shifts = Array.from({ length: workspaces ?? 1 }, () =>
    Array.from({ length: metrics }, () => nextNormal(random)),
  )
  return counts.flatMap((count, task) =>
    Array.from({ length: count }, (_, checkpoint) => {
      // What all metrics of a checkpoint have in common: 0.36 of their variance.
      const latent = nextNormal(random)
      const noise = Array.from({ length: metrics }, (__, metric) => {
        const shift = shifts[task % (workspaces ?? 1)]?.[metric] ?? 0
        return common * shift + own * (0.6 * latent + 0.8 * nextNormal(random))
      })
      return { taskId: `${task}`, checkpointId: `${checkpoint}`, noise }
    }),
  )
}

/** Bounded, skewed, or mostly zero, turn by turn. */
function valueOf(metric: number, difficulty: number, noise: number): number {
  if (metric % 3 === 0) return Math.min(1, Math.max(0, 0.8 + 0.15 * difficulty + 0.12 * noise))
  if (metric % 3 === 1) return Math.exp(0.5 * difficulty + 0.6 * noise)
  return noise > 0.9 ? noise : 0
}

export type PowerLayout = {
  readonly tasks: number
  /** Of the first comparison, in spreads of a task; the others show nothing. */
  readonly effect: number
  readonly comparisons: number
  /** Share of their variance that the comparisons have in common. */
  readonly correlation: number
}

/** Share of experiments in which a true difference is called, among so many comparisons of the same variant. */
export function power({ tasks, effect, comparisons, correlation }: PowerLayout, draws: Draws): number {
  const random = streamOf(draws, 'power', tasks, effect, comparisons, correlation)
  const rules = { ...defaultComparisonRules, resamples: draws.resamples }
  return shareOf(draws.experiments, () => {
    const common = Array.from({ length: tasks }, () => nextNormal(random))
    const inputs = Array.from({ length: comparisons }, (_, index) => {
      const base = Array.from({ length: tasks }, () => nextShare(random))
      const noise = (task: number): number =>
        Math.sqrt(correlation) * (common[task] ?? 0) + Math.sqrt(1 - correlation) * nextNormal(random)
      const changed = base.map((own, task) => own + noise(task) + (index === 0 ? effect : 0))
      return {
        direction: 'higher',
        unit: 'count',
        margin: 0,
        variant: 'b',
        baseline: observed(base),
        candidate: observed(changed),
      } as const
    })
    return compareFamily(inputs, { ...rules, seed: draw(random) })[0]?.verdict.word === 'better'
  })
}

function observed(values: readonly number[]): readonly Observation[] {
  return values.map((value, task) => ({ taskId: `${task}`, checkpointId: '0', value }))
}
