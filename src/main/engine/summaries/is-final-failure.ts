/** Failures that every further call of the same model would meet as well: keys, budgets, profiles. */
const finalCodes: ReadonlySet<string> = new Set([
  'authentication',
  'bad-request',
  'budget',
  'handler-invalid',
])

/** Whether asking the same model something else is of no use after this failure. */
export function isFinalFailure(code: string): boolean {
  return finalCodes.has(code)
}
