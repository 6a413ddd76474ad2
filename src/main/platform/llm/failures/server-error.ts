import { z } from 'zod'
import { retryAfterMs } from './retry-after.ts'

/** What a server said instead of an answer. */
export type ServerError = {
  /** Null for an error inside of a stream that began well. */
  readonly status: number | null
  /** The server's own names for it, such as `overloaded_error` or `context_length_exceeded`. */
  readonly names: readonly string[]
  /** Its own words, on one line and not too many; may be empty. */
  readonly words: string
  readonly retryAfterMs: number | undefined
  /** Where a redirect points, without what stands behind the question mark; null for none. */
  readonly location: string | null
}

/** Both vendors' SDKs throw errors of this shape. A bare `error` comes from inside of a stream. */
const sdkErrorSchema = z.object({
  status: z.number().optional(),
  headers: z.instanceof(Headers).optional(),
  error: z.unknown().optional(),
  code: z.unknown().optional(),
  type: z.unknown().optional(),
  message: z.string(),
})

/** What the SDKs themselves put before the words of a server, or in the place of none. */
const sdkWords = /^\d{3} (?:status code \(no body\)$)?/

/** The longest that a server's own words may be in a message for a person, in characters. */
const wordsLimit = 300

/** An error of an SDK as what the server said; null where it is none, such as a broken connection. */
export function readServerError(error: unknown, nowMs: number): ServerError | null {
  const parsed = sdkErrorSchema.safeParse(error)
  if (!parsed.success) return null
  const { status, headers, error: body, code, type, message } = parsed.data
  if (status === undefined && body === undefined) return null
  return {
    status: status ?? findStatus([code, ...listErrorNames(body)]),
    names: [code, type, ...listErrorNames(body)].filter((name) => typeof name === 'string'),
    words: onOneLine(readErrorWords(body) ?? message.replace(sdkWords, '')),
    retryAfterMs: headers === undefined ? undefined : retryAfterMs(headers, nowMs),
    location: withoutQuery(headers?.get('location') ?? null),
  }
}

/** An error that a server reported inside of a stream, in the shape that the SDKs give to theirs. */
export class ReportedError extends Error {
  override readonly name = 'ReportedError'
  readonly error: unknown

  constructor(error: unknown) {
    super('The server reported an error.')
    this.error = error
  }
}

/** Servers wrap their words differently: `{error: {message}}`, `{error: "..."}`, `{detail: [...]}`, or plain text. */
function readErrorWords(body: unknown): string | undefined {
  if (typeof body === 'string') return body
  if (Array.isArray(body)) return readErrorWords(body[0])
  if (typeof body !== 'object' || body === null) return undefined
  // An object that is no array has string keys.
  const fields = body as Readonly<Record<string, unknown>>
  return (
    readErrorWords(fields['message']) ??
    readErrorWords(fields['error']) ??
    readErrorWords(fields['detail']) ??
    readErrorWords(fields['msg'])
  )
}

function listErrorNames(body: unknown): readonly unknown[] {
  if (typeof body !== 'object' || body === null) return []
  // An object that is no array has string keys.
  const fields = body as Readonly<Record<string, unknown>>
  return [fields['code'], fields['type'], ...listErrorNames(fields['error'])]
}

/** Some compatible servers name an error within a stream by its status. */
function findStatus(names: readonly unknown[]): number | null {
  const numbers = names.filter((name) => typeof name === 'number')
  return numbers.find((number) => number >= 400 && number < 600) ?? null
}

function onOneLine(text: string): string {
  const title = /<title>([^<]*)<\/title>/i.exec(text)?.[1]
  const isPage = /^\s*<(?:!doctype|html)/i.test(text)
  const line = (isPage ? (title ?? '') : text).replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
  return line.length > wordsLimit ? `${line.slice(0, wordsLimit).toWellFormed()}…` : line
}

function withoutQuery(location: string | null): string | null {
  return location === null ? null : onOneLine(location.replace(/[?#].*/s, '').replace(/\/\/[^/@]*@/, '//'))
}
