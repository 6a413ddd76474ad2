import { markOf, type SurvivalFact } from './survival-facts.ts'

/** Neighbouring messages of the source that share a place on the strip, and the facts first stated in them. */
export type SurvivalBin = {
  /** Place on the strip, from 0. */
  readonly position: number
  /** Messages from `first` to `last`. */
  readonly first: number
  readonly last: number
  readonly kept: number
  readonly lost: number
  /** The fact that a click leads to: the first one lost, else the first one. */
  readonly lead: SurvivalFact
}

/** How many places a strip has: one for each message, or as many as there is room for. */
export function stripPlaces(messages: number, width: number): number {
  return Math.max(1, Math.min(messages, Math.floor(width / leastWidth)))
}

/** Pixels of a place on the strip that can still be told from its neighbour, and hit. */
const leastWidth = 5

/** Facts by place on a strip with so many places over so many messages; places without facts are left out. */
export function survivalBins(
  facts: readonly SurvivalFact[],
  messages: number,
  places: number,
): readonly SurvivalBin[] {
  const groups = new Map<number, SurvivalFact[]>()
  for (const fact of facts) {
    const position = Math.min(places - 1, Math.floor((markOf(fact) * places) / messages))
    const group = groups.get(position)
    if (group === undefined) groups.set(position, [fact])
    else group.push(fact)
  }
  return [...groups]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([position, group]) => {
      const ordered = group.toSorted((a, b) => markOf(a) - markOf(b))
      const lost = ordered.filter(({ isKept }) => !isKept)
      const lead = lost[0] ?? ordered[0]
      if (lead === undefined) return []
      const first = Math.ceil((position * messages) / places)
      const last = Math.ceil(((position + 1) * messages) / places) - 1
      return [{ position, first, last, kept: ordered.length - lost.length, lost: lost.length, lead }]
    })
}
