import type { Rating } from '../../../shared/domain/experiment.ts'
import type { CoreServices } from '../core-services.ts'
import { viewCell } from './stored-experiments.ts'

/** Keeps what a person says of a cell; with neither stars nor a comment, it takes the rating away. */
export async function rateCell(
  services: Pick<CoreServices, 'store' | 'now'>,
  rating: Omit<Rating, 'createdTs'> & { readonly experimentId: string },
): Promise<Rating | null> {
  const { experimentId, cellId, stars, comment, isBlind } = rating
  await viewCell(services, { experimentId, cellId })
  const isEmpty = stars === null && comment.trim() === ''
  const kept = isEmpty ? null : { cellId, stars, comment, isBlind, createdTs: services.now() }
  await services.store.experiments.rate(experimentId, cellId, kept)
  return kept
}
