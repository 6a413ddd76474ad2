import type { IpcMain, MessagePortMain } from 'electron'
import { RPCHandler } from '@orpc/server/message-port'
import { logFailures } from '../../services/log-failures.ts'
import type { Dewpoint } from '../../compose.ts'
import { channels } from './channels.ts'
import { isTrustedSender } from './trusted-sender.ts'

type ConnectEvent = {
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null
  readonly ports: readonly MessagePortMain[]
}

/** Answers the contract on the ports that the page hands over. Ports from anywhere else are closed unanswered. */
export function setupTransport(
  ipcMain: Pick<IpcMain, 'on'>,
  dewpoint: Pick<Dewpoint, 'router' | 'log'>,
): void {
  const handler = new RPCHandler(dewpoint.router, { clientInterceptors: [logFailures(dewpoint.log)] })
  ipcMain.on(channels.connect, (event: ConnectEvent) => {
    const [port, ...others] = event.ports
    if (port === undefined) return
    if (others.length > 0 || !isTrustedSender(event.senderFrame)) {
      for (const each of event.ports) each.close()
      return
    }
    handler.upgrade(port, { context: {} })
    port.start()
  })
}
