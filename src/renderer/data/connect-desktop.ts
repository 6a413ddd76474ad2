import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import { desktopConnectMessage, type DesktopBridge } from '../../shared/api/desktop-bridge.ts'
import type { TaskSource } from '../../shared/api/tasks.ts'
import type { Client } from './client.ts'
import type { ConnectOutcome } from './connect-outcome.ts'

/** The main process has opened its database by then, or it never will. */
const patienceMs = 20_000

/** Hands one end of a channel to the preload, speaks the contract over the other and waits for a first answer. */
export async function connectDesktop(bridge: DesktopBridge<File>): Promise<ConnectOutcome> {
  const { port1, port2 } = new MessageChannel()
  window.postMessage(desktopConnectMessage, '*', [port2])
  port1.start()
  const client: Client = createORPCClient(new RPCLink({ port: port1 }))
  try {
    await client.app.info(undefined, { signal: AbortSignal.timeout(patienceMs) })
  } catch (error) {
    return {
      kind: 'refused',
      reason: 'unreachable',
      detail: error instanceof Error ? error.message : String(error),
    }
  }
  return {
    kind: 'connected',
    client,
    host: {
      door: 'desktop',
      chooseFolder: async () => grantSource(await bridge.openFolder()),
      sourcesOfDrop: async (data) => {
        const tokens = await Promise.all(Array.from(data.files, (file) => bridge.grantForFile(file)))
        return tokens.map(grantSource).filter((source) => source !== null)
      },
      savePdf: bridge.savePdf,
      onCommand: bridge.onCommand,
    },
  }
}

function grantSource(token: string | null): TaskSource | null {
  return token === null ? null : { kind: 'grant', token }
}
