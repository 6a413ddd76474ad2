const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
  Home: -Infinity,
  End: Infinity,
}

/** The played request that a key leads to; null for a key that leads nowhere. */
export function requestAfterKey(
  requests: readonly number[],
  request: number,
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
): number | null {
  const step = steps[key]
  if (step === undefined || requests.length === 0) return null
  const at = Math.max(0, requests.indexOf(request)) + step * (shiftKey ? 10 : 1)
  return requests[Math.min(requests.length - 1, Math.max(0, at))] ?? null
}
