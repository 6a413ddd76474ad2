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
    /** Waits for what has come over the port and was not taken yet. */
    testTake: () => Promise<readonly string[]>
  }
}

/**
 * Connects as the page itself does: over a port that goes through the built preload into the main process. What comes is
 * fetched, as functions that a test gives to a page stand in the way of the stand-in's own once the page is loaded anew.
 */
export async function connectContract(page: Page): Promise<ContractClient> {
  const target = new EventTarget()
  await page.evaluate((message) => {
    const { port1, port2 } = new MessageChannel()
    const come: string[] = []
    let wake = (): void => undefined
    window.testPort = port1
    window.testTake = async () => {
      if (come.length === 0) await new Promise<void>((resolve) => (wake = resolve))
      return come.splice(0)
    }
    port1.addEventListener('message', (event: MessageEvent<string>) => {
      come.push(event.data)
      wake()
    })
    port1.start()
    window.postMessage(message, '*', [port2])
  }, desktopConnectMessage)
  void passOn(page, target)
  return clientOver(target, (data) => {
    void page.evaluate((text) => window.testPort.postMessage(text), data)
  })
}

async function passOn(page: Page, target: EventTarget): Promise<void> {
  // A document that is gone says nothing more.
  const take = (): Promise<readonly string[]> => page.evaluate(() => window.testTake()).catch(() => [])
  for (let texts = await take(); texts.length > 0; texts = await take())
    for (const data of texts) target.dispatchEvent(new MessageEvent('message', { data }))
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
