type Handler = (request: Request) => Response | Promise<Response>

/** Electron's `protocol` of one session. */
export type StandInProtocol = {
  readonly registerSchemesAsPrivileged: () => void
  readonly handle: (scheme: string, handler: Handler) => void
  /** What the app's own handler says to a request; undefined where it has none for the scheme. */
  readonly answer: (address: string, method: string) => Promise<Response | undefined>
}

export function createProtocol(): StandInProtocol {
  const handlers = new Map<string, Handler>()
  return {
    registerSchemesAsPrivileged: () => undefined,
    handle: (scheme, handler) => {
      handlers.set(scheme, handler)
    },
    answer: async (address, method) =>
      handlers.get(new URL(address).protocol.slice(0, -1))?.(new Request(address, { method })),
  }
}

export const protocol = createProtocol()
