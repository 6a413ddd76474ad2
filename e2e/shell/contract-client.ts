import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import type { ContractRouterClient } from '@orpc/contract'
import type { Page } from '@playwright/test'
import type { Contract } from '../../src/shared/api/contract.ts'
import { desktopConnectMessage } from '../../src/shared/api/desktop-bridge.ts'

type ContractClient = ContractRouterClient<Contract>

declare global {
  interface Window {
    testPort: MessagePort
    testReceive: (data: string) => Promise<void>
  }
}

/** Connects as the page itself does: over a port that goes through the built preload into the main process. */
export async function connectContract(page: Page): Promise<ContractClient> {
  const target = new EventTarget()
  await page.exposeFunction('testReceive', (data: string) => {
    target.dispatchEvent(new MessageEvent('message', { data }))
  })
  await page.evaluate((message) => {
    const { port1, port2 } = new MessageChannel()
    window.testPort = port1
    port1.addEventListener('message', (event: MessageEvent<string>) => void window.testReceive(event.data))
    port1.start()
    window.postMessage(message, '*', [port2])
  }, desktopConnectMessage)
  return clientOver(target, (data) => {
    void page.evaluate((text) => window.testPort.postMessage(text), data)
  })
}

/** What a client sends for a call, as it travels over the port. */
export function encodeCall(call: (client: ContractClient) => Promise<unknown>): Promise<string> {
  return new Promise((resolve, reject) => {
    call(clientOver(new EventTarget(), resolve)).catch(reject)
  })
}

function clientOver(target: EventTarget, postMessage: (data: string) => void): ContractClient {
  return createORPCClient(new RPCLink({ port: Object.assign(target, { postMessage }) }))
}
