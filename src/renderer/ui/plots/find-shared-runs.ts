import type { Place } from './place-labels.ts'

/** A piece of a line, along which the same other lines have its values. */
export type SharedRun<P extends Place = Place> = {
  readonly points: readonly P[]
  /** How many lines share it, and which of them this one is. */
  readonly count: number
  readonly turn: number
}

type SharedLine<P> = { readonly id: string; readonly points: readonly P[] }

/** Lines in pieces by which other lines run along them, so that lines of one course can take turns. */
export function findSharedRuns<P extends Place>(
  lines: readonly SharedLine<P>[],
): ReadonlyMap<string, readonly SharedRun<P>[]> {
  const steps = lines.flatMap(({ id, points }) =>
    points.slice(1).map((to, at) => ({ id, key: buildStepKey(points[at] ?? to, to) })),
  )
  const stepsOf = Map.groupBy(steps, ({ key }) => key)
  return new Map(
    lines.map(({ id, points }) => {
      const runs: (SharedRun<P> & { readonly ids: string; readonly points: P[] })[] = []
      for (const [at, to] of points.slice(1).entries()) {
        const from = points[at] ?? to
        const sharing = (stepsOf.get(buildStepKey(from, to)) ?? []).map((step) => step.id)
        const [run, ids] = [runs.at(-1), sharing.join('\n')]
        if (run?.ids === ids) run.points.push(to)
        else runs.push({ ids, points: [from, to], count: sharing.length, turn: sharing.indexOf(id) })
      }
      return [id, runs]
    }),
  )
}

/** Both ends of a step in whole pixels, which steps of one course have in common. */
function buildStepKey(from: Place, to: Place): string {
  return [from.x, from.y, to.x, to.y].map(Math.round).join(' ')
}

/** From one turn to the next, in pixels. */
const turnLength = 6

/** Dashes of a run in which the lines that share it take turns: each is seen, and none is moved. */
export function computeTurnDashes({ count, turn }: Omit<SharedRun, 'points'>) {
  return count < 2
    ? null
    : { strokeDasharray: `${turnLength} ${turnLength * (count - 1)}`, strokeDashoffset: -turnLength * turn }
}
