type Handler = (request: Request) => Promise<Response>

const handlers = new Map<string, Handler>()

export const protocol = {
  registerSchemesAsPrivileged: (): void => undefined,
  handle: (scheme: string, handler: Handler): void => {
    handlers.set(scheme, handler)
  },
}

/** What the app's own handler says to a request; undefined where it has none for the scheme. */
export async function answerByProtocol(address: string, method: string): Promise<Response | undefined> {
  return handlers.get(new URL(address).protocol.slice(0, -1))?.(new Request(address, { method }))
}
