import { labelWidth } from './level-labels.ts'
import type { PlacedLine } from './place-lines.ts'

/**
 * Lines that go on at the same height over several models, as one where any of them is too short for its own words:
 * one that says whose it is where that is the same for all.
 */
export function joinRuns(lines: readonly PlacedLine[]): readonly PlacedLine[] {
  return runsOf(lines).flatMap((run) => {
    const [first, last] = [run[0], run.at(-1)]
    const hasRoom = run.every(({ label, from, to }) => labelWidth(label) <= to - from - 8)
    if (first === undefined || last === undefined || hasRoom) return run
    const span =
      first.span === null || last.span === null ? null : { from: first.span.from, to: last.span.to }
    const isSame = run.every(({ label }) => label === first.label)
    const [label, ...shorter] = [...(isSame ? [first.label] : []), ...first.shorter]
    return { ...first, span, label: label ?? first.label, shorter, to: last.to }
  })
}

/** Lines of one sort and height that touch each other; those of several sorts take turns in the list. */
function runsOf(lines: readonly PlacedLine[]): PlacedLine[][] {
  const runs: PlacedLine[][] = []
  for (const line of lines) {
    const before = runs.find((run) => {
      const last = run.at(-1)
      const isNext = last?.span !== null && last?.span.to === line.span?.from
      return isNext && last?.tokens === line.tokens && last.meaning === line.meaning
    })
    if (before === undefined) runs.push([line])
    else before.push(line)
  }
  return runs
}
