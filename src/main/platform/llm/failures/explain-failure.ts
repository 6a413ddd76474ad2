import { Cancelled } from '../../../kernel/cancel-signal.ts'
import { ModelFailure, type ModelFailureCode } from '../../../kernel/language-model.ts'
import type { Asked } from './asked.ts'
import { explainConnection } from './explain-connection.ts'
import { readServerError, type ServerError } from './server-error.ts'

/**
 * How servers say that a request is longer than the model's window: Anthropic, OpenAI and vLLM, llama.cpp and
 * LM Studio, Ollama, OpenRouter, Gemini's compatible interface; as of late 2026.
 */
const wordings: readonly RegExp[] = [
  /prompt is too long/i,
  /input (?:is|was) too long/i,
  /(?:maximum|max) (?:context|prompt|input|sequence) (?:length|size|tokens)/i,
  /context[ _]?(?:length|window|size)/i,
  /exceed(?:s|ed)? .{0,40}(?:context|token limit|number of tokens)/i,
  /(?:input|prompt|request) .{0,40}exceed/i,
  /too many (?:input )?tokens/i,
  /reduce the length/i,
]

const names = new Set(['context_length_exceeded', 'exceed_context_size_error', 'request_too_large'])

type Verdict = { readonly code: ModelFailureCode; readonly isRetryable: boolean; readonly message: string }

/** Names that servers give their errors inside of a stream, where no status tells. */
const statusOfName: Readonly<Record<string, number>> = {
  authentication_error: 401,
  invalid_api_key: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  model_not_found: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  insufficient_quota: 429,
  api_error: 500,
  server_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
}

/** Names of a 429 or 402 that no waiting helps. */
const outOfMoney = new Set(['insufficient_quota', 'billing_error', 'billing_hard_limit_reached'])

/**
 * Whatever broke a call as the one error of adapters. The error of an SDK is not chained as a cause: it holds
 * headers and, in parts, the request.
 */
export function explainFailure(error: unknown, asked: Asked, nowMs: number): ModelFailure | Cancelled {
  if (error instanceof ModelFailure || error instanceof Cancelled) return error
  const said = readServerError(error, nowMs)
  return said === null ? explainConnection(error, asked) : explainServerError(said, asked)
}

/** What a server said instead of an answer, as a failure with a sentence for a person. */
function explainServerError(said: ServerError, asked: Asked): ModelFailure {
  const named = said.names.map((name) => statusOfName[name]).find((status) => status !== undefined)
  const verdict = judge(said, said.status ?? named ?? 400, asked)
  const words = said.words === '' ? '' : ` It says: ${said.words}`
  return new ModelFailure(verdict.code, `${verdict.message}${words}`, undefined, {
    isRetryable: verdict.isRetryable,
    retryAfterMs: said.retryAfterMs,
  })
}

function judge(said: ServerError, status: number, { host, address, model, hasKey }: Asked): Verdict {
  const buildFinalVerdict = (code: ModelFailureCode, message: string): Verdict => ({
    code,
    isRetryable: false,
    message,
  })
  const buildPassingVerdict = (code: ModelFailureCode, message: string): Verdict => ({
    code,
    isRetryable: true,
    message,
  })
  const number = said.status === null ? '' : ` (${said.status})`
  if (status >= 300 && status < 400)
    return buildFinalVerdict('bad-request', explainRedirect(said, host, number))
  if (isTooLong(said, status))
    return buildFinalVerdict('input-too-long', `The request is too long for ${model}${number}.`)
  if (status === 402 || said.names.some((name) => outOfMoney.has(name))) {
    return buildFinalVerdict('rate-limit', `The account at ${host} has no credit left${number}.`)
  }
  switch (status) {
    case 401:
      return buildFinalVerdict(
        'authentication',
        hasKey ? `${host} does not accept the key${number}.` : explainMissingKey(host, number),
      )
    case 403:
      return buildFinalVerdict(
        'authentication',
        hasKey ? `${host} refuses this key${number}.` : explainMissingKey(host, number),
      )
    case 404:
      return buildFinalVerdict(
        'bad-request',
        `Either ${host} has no model ${model}, or ${address} is wrong${number}.`,
      )
    case 429:
      return buildPassingVerdict('rate-limit', `${host} gets too many requests${number}.`)
    case 408:
      return buildPassingVerdict('overloaded', `${host} took too long${number}.`)
    case 409:
      return buildPassingVerdict('overloaded', `${host} is busy with another request${number}.`)
    case 503:
    case 529:
      return buildPassingVerdict('overloaded', `${host} is overloaded${number}.`)
    default:
      return status >= 500
        ? buildPassingVerdict('overloaded', `${host} has a fault of its own${number}.`)
        : buildFinalVerdict('bad-request', `${host} refuses the request${number}.`)
  }
}

function explainMissingKey(host: string, number: string): string {
  return `${host} wants a key, and this profile has none${number}.`
}

/** Following it would carry the key to wherever it points. */
function explainRedirect({ location }: ServerError, host: string, number: string): string {
  const target = location === null ? 'elsewhere' : `to ${location}`
  return `${host} redirects ${target}${number}, which is not followed. Set the address of the profile to the right one.`
}

/**
 * True where the input was too long. Only errors that blame the request are read for wordings: a rate limit speaks
 * of tokens too.
 */
function isTooLong(said: ServerError, status: number): boolean {
  if (status === 413 || said.names.some((name) => names.has(name))) return true
  // llama.cpp and LM Studio report it as 500 in older versions.
  const mayBlame = status === 400 || status === 422 || (status === 500 && said.status === 500)
  return mayBlame && wordings.some((wording) => wording.test(said.words))
}
