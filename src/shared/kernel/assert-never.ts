/** Marks the impossible branch of an exhaustive switch; throws if data from outside reaches it anyway. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`)
}
