import type { PlantedKind } from '../../../shared/planted/planted-types.ts'

/** One planted item, as `items.json` beside a planted history holds it. */
export type PlantedItem = {
  readonly kind: PlantedKind
  /** What the item is about; no other item of the history has it. */
  readonly key: string
  /** Ways to write what is true at the end of the history; one of them is enough. */
  readonly current: readonly string[]
  /** Ways to write what was true before. */
  readonly stale: readonly string[]
  /** To be asked from the condensed context alone. */
  readonly question: string
  /** What the history says of it, in its order; the last one is true. */
  readonly statements: readonly string[]
}
