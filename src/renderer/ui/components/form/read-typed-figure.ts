/** The number in a field while it is being typed, or null where it is empty or not a number yet. */
export function readTypedFigure(typed: number | string): number | null {
  if (typeof typed === 'number') return Number.isFinite(typed) ? typed : null
  const text = typed.trim()
  const figure = Number(text)
  return text === '' || !Number.isFinite(figure) ? null : figure
}

/** An amount as it stands in a field that nobody types in: `0.10` with its cents, `5` without any. */
export function formatFieldAmount(amount: number): string {
  return /^-?\d+\.\d$/.test(String(amount)) ? amount.toFixed(2) : String(amount)
}
