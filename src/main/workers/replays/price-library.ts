import type { ReconstructTools } from '../../record/reconstruct.ts'

/** What the price library knows of models. It is large, and other jobs do without it. */
export async function priceLibrary(): Promise<Required<Pick<ReconstructTools, 'pricesOf' | 'windowOf'>>> {
  const { findPrices } = await import('../../engine/pricing/find-prices.ts')
  return {
    pricesOf: (models) =>
      models.flatMap((model) => {
        const found = findPrices(model)
        return found === null ? [] : [{ ...found, recordedAs: model }]
      }),
    windowOf: (model) => findPrices(model)?.windowTokens ?? null,
  }
}
