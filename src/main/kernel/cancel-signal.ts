/** What the engine needs of an `AbortSignal`, which belongs to hosts and is not part of the language. */
export type CancelSignal = {
  readonly aborted: boolean
  readonly addEventListener: (type: 'abort', listener: () => void) => void
  readonly removeEventListener: (type: 'abort', listener: () => void) => void
}

/** Thrown inside a run that was cancelled; the manager turns it into an outcome. */
export class Cancelled extends Error {
  constructor() {
    super('The run was cancelled.')
    this.name = 'Cancelled'
  }
}

/** Throws `Cancelled` once the signal has fired; to be called between units of work. */
export function stopIfCancelled(signal: CancelSignal): void {
  if (signal.aborted) throw new Cancelled()
}
