import { buildDistinctNames } from '../../../shared/kernel/build-distinct-names.ts'

/** What the variants of an experiment are called now, and in which order they stand. */
export type VariantNames = {
  /** Names are hidden: letters stand for them, in an order of their own. */
  readonly isBlind: boolean
  /** Ids in the order of tables and charts. */
  readonly order: readonly string[]
  readonly findName: (variantId: string) => string
  /** Where a variant stands in the order, which decides on its colour; 0 for one that is unknown. */
  readonly findPlace: (variantId: string) => number
  /** What stands for the variant in addresses: a letter while names are hidden. */
  readonly findKey: (variantId: string) => string
  readonly findId: (key: string) => string | null
}

type NamedVariant = { readonly id: string; readonly label: string }

/** The names as they are, or, with a seed, letters in an order that is the same for the same seed. */
export function createVariantNames(
  variants: readonly NamedVariant[],
  blindSeed: number | null,
): VariantNames {
  const isBlind = blindSeed !== null
  const order = isBlind ? shuffleItems(variants, blindSeed) : variants
  const ids = order.map(({ id }) => id)
  const findPlace = (variantId: string): number => Math.max(0, ids.indexOf(variantId))
  const names = buildDistinctNames(variants)
  return {
    isBlind,
    order: ids,
    findPlace,
    findName: (variantId) =>
      isBlind && ids.includes(variantId)
        ? toVariantLetter(findPlace(variantId))
        : (names.get(variantId) ?? variantId),
    findKey: (variantId) => (isBlind ? toVariantLetter(findPlace(variantId)) : variantId),
    findId: (key) =>
      isBlind
        ? (ids.find((id) => toVariantLetter(findPlace(id)) === key) ?? null)
        : ids.includes(key)
          ? key
          : null,
  }
}

/** Steps of an experiment's address that hold a variant, by its part. */
const variantSteps: Readonly<Record<string, readonly number[]>> = { results: [0], cell: [1], pair: [1, 3] }

/** The same place in an experiment's address under other names, so that hiding or revealing them leads nowhere else. */
export function renameSteps(
  place: string | null,
  steps: readonly string[],
  from: Pick<VariantNames, 'findId'>,
  to: Pick<VariantNames, 'findKey'>,
): readonly string[] {
  const named = variantSteps[place ?? 'results'] ?? []
  return steps.map((step, index) => {
    const id = named.includes(index) ? from.findId(step) : null
    return id === null ? step : to.findKey(id)
  })
}

/** A, B, … Z, AA, AB, … */
function toVariantLetter(place: number): string {
  const letter = String.fromCodePoint(65 + (place % 26))
  return place < 26 ? letter : `${toVariantLetter(Math.floor(place / 26) - 1)}${letter}`
}

/** Fisher and Yates' shuffle over the mulberry32 generator: small, and good enough to hide an order from a person. */
function shuffleItems<T>(items: readonly T[], seed: number): readonly T[] {
  const result = [...items]
  let state = seed
  const drawRandom = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  for (let last = result.length - 1; last > 0; last -= 1) {
    const chosen = Math.floor(drawRandom() * (last + 1))
    const [moved] = result.splice(chosen, 1)
    if (moved !== undefined) result.splice(last, 0, moved)
  }
  return result
}
