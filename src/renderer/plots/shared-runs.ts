import { coverGroups, type Place } from './place-labels.ts'

/** A piece of a line, along which the same other lines have its values. */
export type SharedRun<P extends Place = Place> = {
  readonly points: readonly P[]
  /** How many lines share it, and which of them this one is. */
  readonly count: number
  readonly turn: number
}

type SharedLine<P> = { readonly id: string; readonly points: readonly P[] }

/** Lines this much apart, in pixels, cannot be told from one line. */
const thickness = 1.5

/** Each line in pieces, by what other lines have the same values there, so that lines of one course can take turns. */
export function sharedRuns<P extends Place>(
  lines: readonly SharedLine<P>[],
): ReadonlyMap<string, readonly SharedRun<P>[]> {
  const groupOf = new Map<Place, number>()
  for (const [index, group] of coverGroups(
    lines.flatMap(({ points }) => points),
    thickness,
  ).entries())
    for (const place of group) groupOf.set(place, index)
  // Lines go together from one place to the next where both are in the same groups.
  const together = Map.groupBy(
    lines.flatMap(({ id, points }) => stepsOf(points).map((step) => ({ ...step, id }))),
    ({ from, to }) => `${groupOf.get(from)} ${groupOf.get(to)}`,
  )
  const idsFrom = new Map<Place, readonly string[]>()
  for (const steps of together.values()) {
    const ids = steps.map(({ id }) => id)
    for (const { from } of steps) idsFrom.set(from, ids)
  }
  return new Map(lines.map((line) => [line.id, runsOf(line, (from) => idsFrom.get(from) ?? [])]))
}

function stepsOf<P>(points: readonly P[]): readonly { readonly from: P; readonly to: P }[] {
  return points.flatMap((from, index) => {
    const to = points[index + 1]
    return to === undefined ? [] : [{ from, to }]
  })
}

function runsOf<P extends Place>(
  { id, points }: SharedLine<P>,
  idsFrom: (from: P) => readonly string[],
): readonly SharedRun<P>[] {
  const runs: { readonly ids: readonly string[]; readonly points: P[] }[] = []
  for (const { from, to } of stepsOf(points)) {
    const ids = idsFrom(from)
    const run = runs.at(-1)
    if (run?.ids.length === ids.length && run.ids.every((one, at) => one === ids[at])) run.points.push(to)
    else runs.push({ ids, points: [from, to] })
  }
  return runs.map((run) => ({ points: run.points, count: run.ids.length, turn: run.ids.indexOf(id) }))
}

/** From one turn to the next, in pixels. */
const [shortestTurn, longestTurn] = [3, 9]

/** The dashes of a run, in which the lines that share it take turns: each is seen, and none is moved. */
export function turnDashes({ points, count, turn }: SharedRun): {
  readonly strokeDasharray: string
  readonly strokeDashoffset: number
} | null {
  if (count < 2) return null
  const length = stepsOf(points).reduce(
    (sum, { from, to }) => sum + Math.hypot(to.x - from.x, to.y - from.y),
    0,
  )
  const own = Math.min(longestTurn, Math.max(shortestTurn, length / (2 * count)))
  return { strokeDasharray: `${own} ${own * (count - 1)}`, strokeDashoffset: -own * turn }
}
