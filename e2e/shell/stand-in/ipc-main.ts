import { EventEmitter } from 'node:events'

type InvokeHandler = (event: object, ...args: readonly unknown[]) => unknown

class IpcMain extends EventEmitter {
  readonly #handlers = new Map<string, InvokeHandler>()

  handle(channel: string, handler: InvokeHandler): void {
    this.#handlers.set(channel, handler)
  }

  /** Answers an `ipcRenderer.invoke`; rejects as Electron does. */
  async invoke(channel: string, event: object, args: readonly unknown[]): Promise<unknown> {
    const handler = this.#handlers.get(channel)
    if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
    return handler(event, ...args)
  }
}

export const ipcMain = new IpcMain()
