import { armFailure } from '../../../shared/methods/external-arms-words.ts'
import { Cancelled, type CancelSignal } from '../../kernel/cancel-signal.ts'
import type { ArmReply } from '../../kernel/external-arm.ts'
import { makeFailedReply, pickLastLine } from './reply.ts'

export type AddressRun = {
  /** What it is called in failures. */
  readonly arm: string
  readonly address: URL
  /** Null where it is given none. */
  readonly key: string | null
  readonly document: string
  readonly timeLimitMs: number
  readonly outputLimitBytes: number
}

/**
 * Posts a document to an address and takes what it answers. The time limit is for the whole of it, however slowly it
 * comes; redirects are not followed. Throws `Cancelled`.
 */
export async function askAddress(run: AddressRun, signal: CancelSignal): Promise<ArmReply> {
  const controller = new AbortController()
  let why: 'cancelled' | 'time-limit' | null = null
  const stop = (reason: 'cancelled' | 'time-limit'): void => {
    why ??= reason
    controller.abort()
  }
  const cancel = (): void => stop('cancelled')
  const timer = setTimeout(() => stop('time-limit'), run.timeLimitMs)
  signal.addEventListener('abort', cancel)
  try {
    if (signal.aborted) throw new Cancelled()
    return await ask(run, controller)
  } catch (error) {
    // The listeners above set it while this waited.
    const ended = why as 'cancelled' | 'time-limit' | null
    if (ended === 'cancelled' || error instanceof Cancelled) throw new Cancelled()
    if (ended === 'time-limit')
      return makeFailedReply(armFailure('arm-time-limit', { arm: run.arm, seconds: run.timeLimitMs / 1000 }))
    return makeFailedReply(armFailure('arm-unreachable', { arm: run.arm, why: describeFetchError(error) }))
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', cancel)
    controller.abort()
  }
}

async function ask(
  { arm, address, key, document, outputLimitBytes }: AddressRun,
  controller: AbortController,
): Promise<ArmReply> {
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
    },
    body: document,
    redirect: 'manual',
    signal: controller.signal,
  })
  if (response.status >= 300 && response.status < 400) {
    const to = response.headers.get('location') ?? 'another address'
    return makeFailedReply(armFailure('arm-redirect', { arm, to: pickLastLine(to) }))
  }
  const text = await readUpTo(response, outputLimitBytes)
  if (text === null)
    return makeFailedReply(
      armFailure('arm-output-limit', { arm, bytes: outputLimitBytes, stream: 'its answer' }),
    )
  if (!response.ok)
    return makeFailedReply(
      armFailure('arm-status', { arm, status: response.status, said: pickLastLine(text) }),
    )
  return { kind: 'answered', text }
}

/** The body of a response; null where it is longer than the limit. */
async function readUpTo({ body }: Response, limit: number): Promise<string | null> {
  if (body === null) return ''
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > limit) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function describeFetchError(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? `${cause.message || cause.name}.` : String(cause)
}
