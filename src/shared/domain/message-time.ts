import type { Message } from './message.ts'

/** When a message was written, milliseconds since 1970; null where it does not say: some agents write a date as text. */
export function messageTime({ ts }: Message): number | null {
  return typeof ts === 'number' && Number.isFinite(ts) ? ts : null
}

/** The messages with times that can be reckoned with: one that is none is left out. */
export function withPlainTimes(messages: readonly Message[]): readonly Message[] {
  const isPlain = (message: Message): boolean =>
    message.ts === undefined || message.ts === null || messageTime(message) !== null
  if (messages.every(isPlain)) return messages
  return messages.map((message) => (isPlain(message) ? message : { ...message, ts: undefined }))
}
