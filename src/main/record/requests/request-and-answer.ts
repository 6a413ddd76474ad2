import type { RequestUsage } from '../../../shared/kernel/usage.ts'

/** A recorded request; `ts` is null where it has no time, or one that contradicts its place. */
export type AskedRequest = { readonly ts: number | null; readonly usage: RequestUsage }

/** An assistant message; `ts` as with requests. */
export type GivenAnswer = {
  /** Index in the file. */
  readonly place: number
  readonly ts: number | null
  /** Where it has no time itself, the middle between those of the messages around it; null where they have none. */
  readonly aboutTs: number | null
  /** Time of the message before it. */
  readonly questionTs: number | null
}

/** Whether its recorded output says that somebody answered it. */
export function isAnswered(request: AskedRequest | undefined): boolean {
  return request !== undefined && request.usage.cancelled !== true && (request.usage.tokensOut ?? 0) > 0
}

/** Whether no time forbids that this answers that: an answer is not older than its request. */
export function isInTime(request: AskedRequest | undefined, answer: GivenAnswer | undefined): boolean {
  const [asked, answered] = [request?.ts ?? null, answer?.ts ?? null]
  return asked === null || answered === null || asked <= answered
}
