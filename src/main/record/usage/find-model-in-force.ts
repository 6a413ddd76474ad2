/** Which model a history was last sent to. */
export type ModelInForce = {
  /** Null where nothing tells of any. */
  readonly model: string | null
  /** The model of the last request, where that was sent something else than the history and to another model. */
  readonly aside: string | null
}

/**
 * The model of the last request. One single request at the end that lies off the line of the others and went to another
 * model was sent something else: then it is the model of those before it.
 */
export function findModelInForce(models: readonly (string | null)[], isLastOff: boolean): ModelInForce {
  const end = models.length - 1
  const last = models[end] ?? null
  const before = models[end - 1] ?? null
  const isAside = before !== null && before !== last && isLastOff
  return isAside ? { model: before, aside: last } : { model: last, aside: null }
}
