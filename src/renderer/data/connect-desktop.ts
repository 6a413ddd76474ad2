import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import { desktopConnectMessage, type DesktopBridge } from '../../shared/api/desktop-bridge.ts'
import type { TaskSource } from '../../shared/api/tasks.ts'
import type { Client } from './client.ts'
import type { ConnectOutcome } from './connect.ts'

/** Hands one end of a channel to the preload and speaks the contract over the other. */
export function connectDesktop(bridge: DesktopBridge<File>): ConnectOutcome {
  const { port1, port2 } = new MessageChannel()
  window.postMessage(desktopConnectMessage, '*', [port2])
  port1.start()
  const client: Client = createORPCClient(new RPCLink({ port: port1 }))
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
      onCommand: bridge.onCommand,
    },
  }
}

function grantSource(token: string | null): TaskSource | null {
  return token === null ? null : { kind: 'grant', token }
}
