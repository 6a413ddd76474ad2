/** The figure that a field of numbers holds while someone types; null where it is none yet, or empty. */
export function figureOf(typed: number | string): number | null {
  if (typeof typed === 'number') return Number.isFinite(typed) ? typed : null
  const text = typed.trim()
  const figure = Number(text)
  return text === '' || !Number.isFinite(figure) ? null : figure
}
