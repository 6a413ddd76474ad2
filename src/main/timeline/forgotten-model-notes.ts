import type { Stretch } from './timeline-surroundings.ts'

/** Over which of so many messages the model is not recorded, so that no window is drawn there. */
export function forgottenModelNotes(models: readonly Stretch[], messages: number): string[] {
  return models.flatMap(({ fromMessage, value }, index) => {
    const last = (models[index + 1]?.fromMessage ?? messages) - 1
    if (value !== null || last < fromMessage) return []
    const where = last === fromMessage ? `Message #${last}` : `Messages #${fromMessage} to #${last}`
    return `${where}: the requests were deleted between two models, so which of them it was is not recorded, and its window is not known.`
  })
}
