import { EventEmitter } from 'node:events'

/** What travels between page and process: text as it is, bytes as base64. */
export type PortData = { readonly text: string } | { readonly base64: string }

/** Electron's `MessagePortMain`: holds messages back until it is started. */
export class StandInPort extends EventEmitter {
  readonly #send: (data: PortData | null) => void
  #isStarted = false
  #isClosed = false
  readonly #waiting: unknown[] = []

  constructor(send: (data: PortData | null) => void) {
    super()
    this.#send = send
  }

  start(): void {
    this.#isStarted = true
    for (const data of this.#waiting.splice(0)) this.emit('message', { data, ports: [] })
  }

  postMessage(message: unknown): void {
    if (this.#isClosed) return
    if (typeof message === 'string') this.#send({ text: message })
    else if (message instanceof Uint8Array) this.#send({ base64: Buffer.from(message).toString('base64') })
    else throw new TypeError('The stand-in carries text and bytes only.')
  }

  close(): void {
    if (!this.#isClosed) this.#send(null)
    this.disconnect()
  }

  /** A message from the page. */
  receive(data: PortData): void {
    if (this.#isClosed) return
    const message = 'text' in data ? data.text : new Uint8Array(Buffer.from(data.base64, 'base64'))
    if (this.#isStarted) this.emit('message', { data: message, ports: [] })
    else this.#waiting.push(message)
  }

  /** The page is gone, or one of the ends was closed. */
  disconnect(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.emit('close')
  }
}
