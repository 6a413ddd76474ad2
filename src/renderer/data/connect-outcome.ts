import type { Client } from './client.ts'
import type { Host } from './host.ts'

/** How connecting ended: with a client, or with the reason why there is none. */
export type ConnectOutcome =
  | { readonly kind: 'connected'; readonly client: Client; readonly host: Host }
  | { readonly kind: 'refused'; readonly reason: 'no-session' | 'unreachable'; readonly detail: string }
