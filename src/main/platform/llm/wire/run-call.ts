import { z } from 'zod'
import { Cancelled } from '../../../kernel/cancel-signal.ts'
import type { CompletionEvent, CompletionRequest } from '../../../kernel/language-model.ts'
import type { AdapterOptions } from '../adapter.ts'
import type { Asked } from '../failures/asked.ts'
import { explainCut, explainNoStream } from '../failures/explain-connection.ts'
import { explainFailure } from '../failures/explain-failure.ts'
import { ReportedError } from '../failures/server-error.ts'
import { createHttpFetch } from './http-fetch.ts'
import { watchCall, type CallWatch } from './watch-call.ts'

/** A `fetch` that takes plain answers out of the SDK's hands, and the last of them. */
type PlainAnswers = {
  readonly fetch: typeof fetch
  /** Undefined where the answer was something else than JSON. */
  readonly answer: () => unknown
}

export type StopReason = Extract<CompletionEvent, { kind: 'stopped' }>['reason']

/** Turns the pieces of one protocol into events; one reader a call. */
export type StreamReader = {
  /**
   * Text and usage of a piece; none where it is thinking. Null where the piece brings the answer no further: a ping,
   * an empty delta, a figure that is known already. Throws `ReportedError` where the piece is an error.
   */
  readonly read: (piece: unknown) => readonly CompletionEvent[] | null
  /** The same of an answer that came in one piece instead of a stream; null where it is no whole answer. */
  readonly readWhole: (answer: unknown) => readonly CompletionEvent[] | null
  /** Why the answer ended; null until it has. */
  readonly stop: () => StopReason | null
  /** What the server reported as its last piece, once the usage before it has been read. */
  readonly failure?: () => ReportedError | null
  /** No more pieces are worth waiting for. */
  readonly isDone: () => boolean
}

/** What an SDK needs to make a call of ours. */
export type Wire = { readonly fetch: typeof fetch; readonly signal: AbortSignal }

/** A stream of an SDK, and what kind of content its answer claims to be. */
export type OpenedStream = { readonly pieces: AsyncIterable<unknown>; readonly contentType: string }

export type Call = {
  readonly options: AdapterOptions
  readonly address: URL
  readonly isAlsoApiKey?: boolean
  /** Headers beside those of the SDK. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly request: CompletionRequest
  readonly open: (wire: Wire) => Promise<OpenedStream>
  readonly reader: StreamReader
  readonly now: () => number
}

/**
 * One call over the wire, from connecting to the last event. Cancels, silences, cuts and errors of every kind end
 * it as the port demands. Where a server streams an answer and reports no usage, a rough estimate stands in its
 * place, so that a budget sees something: the input by our own count, the output as a quarter of its characters.
 */
export async function* runCall(call: Call): AsyncGenerator<CompletionEvent, void> {
  const { reader, request } = call
  const watch = watchCall({ signal: request.signal, timeoutMs: call.options.timeoutMs })
  const tally = { characters: 0, hasUsage: false, pieces: 0 }
  try {
    for await (const events of readPieces(call, watch, () => (tally.pieces += 1))) {
      for (const event of events) {
        if (event.kind === 'text') tally.characters += event.text.length
        if (event.kind === 'usage') tally.hasUsage = true
        yield event
      }
    }
  } catch (error) {
    // A connection that breaks after the end of an answer cannot take it back.
    if (error instanceof Cancelled || reader.stop() === null) {
      if (tally.pieces > 0 && !tally.hasUsage) yield estimate(request, tally.characters)
      throw explainFailure(error, describeAsked(call), call.now())
    }
  } finally {
    watch.end()
  }
  if (!tally.hasUsage) yield estimate(request, tally.characters)
  yield { kind: 'stopped', reason: reader.stop() ?? 'finished' }
}

/** Time runs from asking to the first piece with content, and from one of these to the next: pings buy none. */
async function* readPieces(
  call: Call,
  watch: CallWatch,
  onPiece: () => void,
): AsyncGenerator<readonly CompletionEvent[], void> {
  const contents = readContents(call, watch, onPiece)
  for (;;) {
    const next = await watch.during(contents.next())
    if (next.done === true) return
    yield next.value
  }
}

async function* readContents(
  { options, isAlsoApiKey = false, headers, open, reader, ...asked }: Call,
  { abortSignal: signal }: CallWatch,
  onPiece: () => void,
): AsyncGenerator<readonly CompletionEvent[], void> {
  const { beforeSend } = asked.request
  const { fetch, answer } = keepPlainAnswer(
    createHttpFetch({ key: options.key, isAlsoApiKey, headers, beforeSend }),
  )
  const { pieces, contentType } = await open({ fetch, signal })
  let count = 0
  for await (const piece of pieces) {
    count += 1
    onPiece()
    const events = reader.read(piece)
    if (events !== null) yield events
    if (reader.isDone()) break
  }
  if (count === 0) {
    const events = readPlain(answer(), reader)
    if (events !== null) {
      onPiece()
      yield events
    }
  }
  const reported = reader.failure?.() ?? null
  if (reported !== null) throw reported
  if (reader.stop() !== null) return
  const who = describeAsked({ options, address: asked.address })
  if (count === 0 && !contentType.includes('event-stream')) throw explainNoStream(who, contentType)
  throw explainCut(who)
}

/** Some gateways report an error of the server behind them with a status of success. */
const errorSchema = z.object({ error: z.string().min(1).or(z.looseObject({})) })

function readPlain(answer: unknown, reader: StreamReader): readonly CompletionEvent[] | null {
  const failed = errorSchema.safeParse(answer)
  if (failed.success) throw new ReportedError(failed.data.error)
  return reader.readWhole(answer)
}

/** Who is asked, as messages name it. */
export function describeAsked({ options, address }: Pick<Call, 'options' | 'address'>): Asked {
  return {
    host: address.host,
    address: `${address.origin}${address.pathname.replace(/\/$/, '')}`,
    model: options.model,
    hasKey: options.key !== null,
  }
}

function estimate({ inputTokens }: CompletionRequest, characters: number): CompletionEvent {
  const output = Math.ceil(characters / 4)
  const usage = { input: inputTokens, output, cacheWrites: 0, cacheReads: 0 }
  return { kind: 'usage', usage, isEstimated: true }
}

/**
 * Keeps an answer that comes as one piece of JSON although a stream was asked for: an SDK that waits for events would
 * find none in it. The SDK is given an empty body in its place. Refused requests pass untouched.
 */
function keepPlainAnswer(send: typeof fetch): PlainAnswers {
  let answer: unknown
  return {
    fetch: async (input, init) => {
      const response = await send(input, init)
      const { headers, status } = response
      const isPlain = /^application\/json\b/i.test(headers.get('content-type') ?? '')
      if (status !== 200 || !isPlain) return response
      answer = parseJsonText(await response.text())
      return new Response('', { status, headers })
    },
    answer: () => answer,
  }
}

function parseJsonText(text: string): unknown {
  try {
    // What it holds is checked by whoever reads it.
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
