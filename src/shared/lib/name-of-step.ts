/** A step of a strategy in words, for traces: `smart (balanced)`. */
export function nameOfStep({
  providerId,
  presetId,
}: {
  readonly providerId: string
  readonly presetId?: string | undefined
}): string {
  return presetId === undefined ? providerId : `${providerId} (${presetId})`
}
