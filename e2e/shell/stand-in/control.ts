import { runInThisContext } from 'node:vm'

/** A function that the test wants run in the main process, as source text. */
export type ControlRequest = { readonly id: number; readonly source: string; readonly argument: unknown }
export type ControlAnswer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: string }

/** Runs functions of the test in this process, with the `electron` module as first argument, as Playwright does. */
export function answerControl(electron: object): void {
  if (process.send === undefined) return
  process.on('message', (request: ControlRequest) => {
    run(electron, request).then(
      (answer) => process.send?.(answer),
      (error: unknown) => process.send?.({ id: request.id, error: String(error) }),
    )
  })
  // The app ends by itself; the open channel must not keep it alive.
  process.channel?.unref()
}

async function run(electron: object, { id, source, argument }: ControlRequest): Promise<ControlAnswer> {
  const body: unknown = runInThisContext(`(${source})`)
  if (typeof body !== 'function') throw new TypeError('The test did not send a function.')
  const value: unknown = await body(electron, argument)
  return { id, value }
}
