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

/** A key that was pressed. */
export type PressedKey = Readonly<Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>>

/**
 * Where a key leads from one of some values: with the shift key ten times as far, and to the first one from what is
 * none of them. Null for a key that leads nowhere.
 */
export function valueAfterKey(values: readonly number[], value: number, pressed: PressedKey): number | null {
  const step = steps[pressed.key]
  if (step === undefined || pressed.ctrlKey || pressed.metaKey || pressed.altKey) return null
  const from = values.indexOf(value)
  const to = from < 0 ? 0 : from + step * (pressed.shiftKey ? 10 : 1)
  return values[Math.min(values.length - 1, Math.max(0, to))] ?? null
}
