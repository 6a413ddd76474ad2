import type { ModelPrices } from '../../../../shared/models/pricing-types.ts'
import type { ReconstructTools } from '../../../record/reconstruct.ts'

/** What the price library knows of models. It is large, and other jobs do without it. */
export async function priceLibrary(): Promise<
  Required<Pick<ReconstructTools, 'findKnownPrices' | 'findWindow'>>
> {
  const { findPrices } = await import('../../../kernel/pricing/find-prices.ts')
  return {
    findKnownPrices: (models) =>
      models.flatMap((model) => {
        const found = findPrices(model)
        return found === null ? [] : [{ ...found, recordedAs: model }]
      }),
    findWindow: (model) => findPrices(model)?.windowTokens ?? null,
  }
}

/** List prices of the model of a task, to be spread into what is measured; nothing where they are not known. */
export async function findModelPrices(model: string | null): Promise<{ readonly prices?: ModelPrices }> {
  if (model === null) return {}
  const [found] = (await priceLibrary()).findKnownPrices([model])
  return found === undefined ? {} : { prices: found.prices }
}
