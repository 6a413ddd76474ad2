import type { RandomSource } from '../../src/main/measure/statistics/create-seeded-random.ts'
import { nextNormal, nextShare } from '../../src/main/measure/testing/simulated-observations.ts'

/** How the differences of one task are drawn: what its checkpoints share, and what each has of its own. */
export type Shape = {
  readonly id: string
  readonly about: string
  /** Draws a task; what comes back draws a checkpoint of it, given what its workspace adds. */
  readonly task: (random: RandomSource, shift: number) => () => number
}

/** Differences between variants as experiments have them, from harmless to hard. */
export const shapes: readonly Shape[] = [
  {
    id: 'normal',
    about: 'normal, as much spread between tasks as within',
    task: (random, shift) => {
      const own = shift + nextNormal(random)
      return () => own + nextNormal(random)
    },
  },
  {
    id: 'bounded',
    about: 'two shares near 0.85, cut at 1',
    task: (random, shift) => {
      const own = 0.15 * (shift + nextNormal(random))
      const share = (level: number) => Math.min(1, Math.max(0, level + 0.15 * nextNormal(random)))
      return () => share(0.85 + own / 2) - share(0.85 - own / 2)
    },
  },
  {
    id: 'drops',
    about: 'shares of 3 to 14 facts, of which some tasks lose many',
    task: (random) => {
      const drop = 0.6 * nextShare(random) ** 2
      return () => {
        const facts = Array.from({ length: 3 + random.nextIndex(12) })
        return facts.filter(() => nextShare(random) >= drop).length / facts.length - 1
      }
    },
  },
  {
    id: 'zeros',
    about: 'zero at 7 of 10 checkpoints, either way at the others',
    task: (random, shift) => {
      const isOn = nextShare(random) < 0.5
      const own = shift + nextNormal(random)
      return () => (isOn && nextShare(random) < 0.6 ? own + 0.5 * nextNormal(random) : 0)
    },
  },
  {
    id: 'one-sided zeros',
    about: 'zero in 6 of 10 tasks, above zero in the others',
    task: (random) => {
      const isOn = nextShare(random) < 0.4
      return () => (isOn ? nextShare(random) : 0)
    },
  },
  {
    id: 'skewed',
    about: 'exponential between tasks (skewness 2)',
    task: (random, shift) => {
      const own = shift - Math.log(1 - nextShare(random)) - 1
      return () => own + 0.5 * nextNormal(random)
    },
  },
  {
    id: 'very skewed',
    about: 'log-normal between tasks (skewness 3.7)',
    task: (random, shift) => {
      const own = shift + Math.exp(0.8 * nextNormal(random)) - Math.exp(0.32)
      return () => own * (0.8 + 0.4 * nextShare(random))
    },
  },
]

/** A layout of tasks. Workspaces are numbered; without them each task stands for itself. */
export type Layout = {
  readonly tasks: number
  readonly workspaces: number | null
  /** Share of a task's variance that it has in common with its workspace. */
  readonly correlation: number
}

export type DrawnPair = { readonly taskId: string; readonly difference: number }

/** Differences of an experiment: tasks of 1 to 5 checkpoints each. */
export function drawPairs(shape: Shape, layout: Layout, random: RandomSource): readonly DrawnPair[] {
  const { tasks, workspaces, correlation } = layout
  const scale = Math.sqrt(correlation / Math.max(1e-9, 1 - correlation))
  const shifts = Array.from({ length: workspaces ?? 0 }, () => scale * nextNormal(random))
  return Array.from({ length: tasks }, (_, task) => {
    const checkpoint = shape.task(random, workspaces === null ? 0 : (shifts[task % workspaces] ?? 0))
    return Array.from({ length: 1 + random.nextIndex(5) }, () => ({
      taskId: `${task}`,
      difference: checkpoint(),
    }))
  }).flat()
}

/** Which task is of which workspace. */
export function workspacesIn({ tasks, workspaces }: Layout): ReadonlyMap<string, string> {
  return workspaces === null
    ? new Map()
    : new Map(Array.from({ length: tasks }, (_, task) => [`${task}`, `${task % workspaces}`]))
}
