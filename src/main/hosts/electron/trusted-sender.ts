import { isPageAddress } from './page-address.ts'

/** What is known about the frame that a message came from; null when it is gone already. */
export type SenderFrame = { readonly url: string; readonly parent: unknown } | null

/** True for the page in the main frame. Frames inside it and other pages get no answer. */
export function isTrustedSender(frame: SenderFrame): boolean {
  return frame !== null && frame.parent === null && isPageAddress(frame.url)
}
