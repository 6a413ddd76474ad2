import type { KeyboardEvent } from 'react'

/** What makes a plot a place to choose one of some values by keyboard. */
export type PlotSlider = {
  readonly label: string
  /** Ascending. */
  readonly values: readonly number[]
  /** The chosen one. It may be none of them. */
  readonly value: number
  /** The value in words, with the figures there. */
  readonly text: string
  readonly onValue: (value: number) => void
}

/** The attributes of an element that chooses among values by keyboard. */
export function buildSliderProps({ label, values, value, text, onValue }: PlotSlider) {
  return {
    role: 'slider',
    tabIndex: 0,
    'aria-label': label,
    'aria-orientation': 'horizontal' as const,
    'aria-valuemin': Math.min(value, values[0] ?? value),
    'aria-valuemax': Math.max(value, values.at(-1) ?? value),
    'aria-valuenow': value,
    'aria-valuetext': text,
    onKeyDown: (event: KeyboardEvent): void => {
      const next = findValueAfterKey(values, value, event)
      if (next === null) return
      event.preventDefault()
      onValue(next)
    },
  }
}

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
export function findValueAfterKey(
  values: readonly number[],
  value: number,
  pressed: PressedKey,
): number | null {
  const step = steps[pressed.key]
  if (step === undefined || pressed.ctrlKey || pressed.metaKey || pressed.altKey) return null
  const from = values.indexOf(value)
  const to = from < 0 ? 0 : from + step * (pressed.shiftKey ? 10 : 1)
  return values[Math.min(values.length - 1, Math.max(0, to))] ?? null
}
