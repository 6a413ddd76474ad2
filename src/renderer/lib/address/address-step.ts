/** Any text as one step of an address. Steps are decoded on their way, some of them twice: nothing in it looks encoded. */
export function toAddressStep(text: string): string {
  // `~` itself comes out as `%7E`.
  return encodeURIComponent(text).replaceAll('~', '%7E').replaceAll('%', '~')
}

/** The text of a step, or null where `toAddressStep` did not make it. */
export function readAddressStep(step: string): string | null {
  try {
    return decodeURIComponent(step.replaceAll('~', '%'))
  } catch {
    return null
  }
}
