import { buildDistinctNames } from '../../../shared/kernel/build-distinct-names.ts'

/** What the variants of an experiment are called, and in which order they stand. */
export type VariantNames = {
  /** Ids in the order of tables and charts. */
  readonly order: readonly string[]
  readonly findName: (variantId: string) => string
  /** Where a variant stands in the order, which decides on its colour; 0 for one that is unknown. */
  readonly findPlace: (variantId: string) => number
}

type NamedVariant = { readonly id: string; readonly label: string }

/** The labels of variants in their order, each once; ids where there is none. */
export function createVariantNames(variants: readonly NamedVariant[]): VariantNames {
  const order = variants.map(({ id }) => id)
  const names = buildDistinctNames(variants)
  return {
    order,
    findPlace: (variantId) => Math.max(0, order.indexOf(variantId)),
    findName: (variantId) => names.get(variantId) ?? variantId,
  }
}
