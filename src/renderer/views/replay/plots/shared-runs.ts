import { coverGroups, type Place } from './cover-groups.ts'

/** A piece of a line, along which the same other lines have its values. */
export type SharedRun = {
  readonly points: readonly Place[]
  /** How many lines share it, and which of them this one is. */
  readonly count: number
  readonly turn: number
}

type SharedLine = { readonly id: string; readonly points: readonly Place[] }

/** Lines this much apart, in pixels, cannot be told from one line. */
const thickness = 1.5

/** Each line in pieces, by what other lines have the same values there, so that lines of one course can take turns. */
export function sharedRuns(lines: readonly SharedLine[]): ReadonlyMap<string, readonly SharedRun[]> {
  const all = lines.flatMap(({ id, points }) => points.map(({ x, y }) => ({ id, x, y })))
  const groupAt = new Map<string, number>()
  for (const [index, group] of coverGroups(all, thickness).entries())
    for (const { id, x } of group) groupAt.set(`${id} ${x}`, index)
  // From one place to the next: the lines that go from the same group to the same group.
  const along = Map.groupBy(lines.flatMap(stepsOf), ({ id, from, to }) =>
    JSON.stringify([groupAt.get(`${id} ${from.x}`), groupAt.get(`${id} ${to.x}`)]),
  )
  const companions = new Map<string, readonly string[]>()
  for (const steps of along.values()) {
    const ids = steps.map(({ id }) => id)
    for (const { id, from } of steps) companions.set(`${id} ${from.x}`, ids)
  }
  return new Map(lines.map((line) => [line.id, runsOf(line, (x) => companions.get(`${line.id} ${x}`) ?? [])]))
}

function stepsOf({ id, points }: SharedLine) {
  return points.flatMap((from, index) => {
    const to = points[index + 1]
    return to === undefined ? [] : [{ id, from, to }]
  })
}

function runsOf(line: SharedLine, companionsAt: (x: number) => readonly string[]): readonly SharedRun[] {
  const runs: { ids: readonly string[]; points: Place[] }[] = []
  for (const { from, to } of stepsOf(line)) {
    const ids = companionsAt(from.x)
    const run = runs.at(-1)
    if (run !== undefined && run.ids.join(' ') === ids.join(' ')) run.points.push(to)
    else runs.push({ ids, points: [from, to] })
  }
  return runs.map(({ ids, points }) => ({ points, count: ids.length, turn: ids.indexOf(line.id) }))
}

/** From one turn to the next, in pixels. */
const [shortestTurn, longestTurn] = [3, 9]

/** The dashes of a run, in which the lines that share it take turns: each is seen, and none is moved. */
export function turnDashes({ points, count, turn }: SharedRun): {
  readonly strokeDasharray: string
  readonly strokeDashoffset: number
} | null {
  if (count < 2) return null
  const length = stepsOf({ id: '', points }).reduce(
    (sum, { from, to }) => sum + Math.hypot(to.x - from.x, to.y - from.y),
    0,
  )
  const own = Math.min(longestTurn, Math.max(shortestTurn, length / (2 * count)))
  return { strokeDasharray: `${own} ${own * (count - 1)}`, strokeDashoffset: -own * turn }
}
