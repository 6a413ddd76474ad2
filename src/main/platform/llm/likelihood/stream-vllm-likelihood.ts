import { z } from 'zod'
import { ModelFailure, type CompletionEvent, type CompletionRequest } from '../../../kernel/language-model.ts'
import type { Likelihood } from '../../../kernel/likelihood-model.ts'
import { buildLikelihoodEvents, requireScoredTexts } from '../../../kernel/likelihood-model.ts'
import type { AdapterOptions } from '../adapter.ts'
import { explainFailure } from '../failures/explain-failure.ts'
import { createHttpFetch } from '../wire/http-fetch.ts'
import { readAddress } from '../wire/read-address.ts'
import { describeAsked } from '../wire/run-call.ts'
import { watchCall, type CallWatch } from '../wire/watch-call.ts'

const tokensSchema = z.object({
  tokens: z.array(z.int()).min(1),
  max_model_len: z.int().positive().optional(),
})
/** No probability is above 1; rounding may say a little more. */
const mostLogProbability = 1e-3

const versionSchema = z.object({ version: z.string() })
/** With `prompt_logprobs: 0` each place holds the token of the prompt and no other; the first place holds nothing. */
const promptSchema = z.object({
  choices: z
    .array(
      z.object({
        prompt_logprobs: z.array(
          z
            .record(
              z.string(),
              z.object({ logprob: z.number().max(mostLogProbability), decoded_token: z.string().nullish() }),
            )
            .nullable(),
        ),
      }),
    )
    .min(1),
})

/** What a server is tried with: tokens of this text, five at most. */
const probe = { text: 'one two three four five six seven', tokens: 5 } as const

/** Versions of the servers that were tried and found able, by address and model. */
const able = new Map<string, string>()

type Place = z.infer<typeof promptSchema>['choices'][number]['prompt_logprobs'][number]

/** How one request reaches a server. */
type Line = {
  readonly options: AdapterOptions
  readonly address: URL
  readonly watch: CallWatch
  readonly send: typeof fetch
}

/**
 * Likelihoods by `/v1/completions` of vLLM with token ids and `prompt_logprobs: 0`. Other compatible servers are tried
 * with five tokens and refused. What is too long by our own count leaves nothing but this failure behind: not even its
 * tokens are asked for.
 */
export async function* streamVllmLikelihood(
  options: AdapterOptions,
  request: CompletionRequest,
  now: () => number,
): AsyncGenerator<CompletionEvent, void> {
  const { info, key } = options
  const texts = requireScoredTexts(request)
  if (request.inputTokens > info.windowTokens)
    throw buildTooLongFailure(options, request.inputTokens, info.windowTokens)
  const address = readAddress(options.baseUrl, 'http://127.0.0.1:8000/v1')
  const watch = watchCall({ signal: request.signal, timeoutMs: options.timeoutMs })
  // One departure a call, however many requests it is made of.
  let isNoted = false
  const noteSend = async (): Promise<void> => {
    if (!isNoted) await request.beforeSend?.()
    isNoted = true
  }
  const line: Line = { options, address, watch, send: createHttpFetch({ key, beforeSend: noteSend }) }
  try {
    const version = await findServerVersion(line)
    const [before, after] = [
      await tokenisePrompt(line, texts.prefix, true),
      await tokenisePrompt(line, texts.continuation, false),
    ]
    const ids = [...before.tokens, ...after.tokens]
    const room = Math.min(info.windowTokens, before.max_model_len ?? info.windowTokens)
    // The answer is a token as well.
    if (ids.length >= room) throw buildTooLongFailure(options, ids.length, room)
    const places = await requestPlaces(line, ids)
    const tokens = after.tokens.map((id, index) =>
      readTokenLikelihood(places[before.tokens.length + index], id, line),
    )
    yield* buildLikelihoodEvents({ version, tokens }, ids.length)
  } catch (error) {
    throw explainFailure(error, describeAsked({ options, address }), now())
  } finally {
    watch.end()
  }
}

function buildTooLongFailure({ info }: AdapterOptions, tokens: number, room: number): ModelFailure {
  const [have, fit] = [tokens, room].map((count) => count.toLocaleString('en-US'))
  return new ModelFailure(
    'input-too-long',
    `Context and actions have ${have} tokens, more than the ${fit} of ${info.label}. Nothing was sent.`,
  )
}

/** Tries a server that was not tried yet. Throws the refusal of one that cannot do it. */
async function findServerVersion(line: Line): Promise<string> {
  const { address, options } = line
  const name = `${address.href} ${options.model}`
  const known = able.get(name)
  if (known !== undefined) return known
  const { tokens } = await tokenisePrompt(line, probe.text, false)
  const ids = tokens.slice(0, probe.tokens)
  const places = await requestPlaces(line, ids)
  if (ids.some((id, index) => index > 0 && places[index]?.[id] === undefined)) throw buildUnableFailure(line)
  const said = versionSchema.safeParse(await requestJson(line, 'version', null).catch(() => null))
  const version = said.success ? `vLLM ${said.data.version}` : 'unknown version'
  able.set(name, version)
  return version
}

function buildUnableFailure({ address }: Pick<Line, 'address'>): ModelFailure {
  return new ModelFailure(
    'bad-request',
    `${address.host} gives no log-probabilities of a prompt: take a vLLM server, or a GGUF file (vendor gguf).`,
  )
}

async function tokenisePrompt(
  line: Line,
  prompt: string,
  isStart: boolean,
): Promise<z.infer<typeof tokensSchema>> {
  const body = { model: line.options.model, prompt, add_special_tokens: isStart }
  const read = tokensSchema.safeParse(await requestJson(line, 'tokenize', body))
  if (read.success) return read.data
  throw buildUnableFailure(line)
}

async function requestPlaces(line: Line, prompt: readonly number[]): Promise<readonly Place[]> {
  const { model } = line.options
  const body = { model, prompt, max_tokens: 1, temperature: 0, prompt_logprobs: 0 }
  const read = promptSchema.safeParse(await requestJson(line, 'v1/completions', body))
  const places = read.data?.choices[0]?.prompt_logprobs
  if (places?.length === prompt.length) return places
  throw buildUnableFailure(line)
}

function readTokenLikelihood(place: Place | undefined, id: number, line: Line): Likelihood['tokens'][number] {
  const found = place?.[id]
  if (found === undefined) throw buildUnableFailure(line)
  return { text: found.decoded_token ?? '', logProbability: found.logprob }
}

/** The JSON that a server answers; null as body gets. Throws what it says of a failure in the shape of the SDKs. */
async function requestJson(
  { address, watch, send }: Line,
  path: string,
  body: object | null,
): Promise<unknown> {
  const root = address.href.replace(/\/?$/, '/').replace(/\/v1\/$/, '/')
  const sent = watch.during(
    send(`${root}${path}`, {
      method: body === null ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      signal: watch.abortSignal,
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    }),
  )
  const response = await sent
  const text = await watch.during(response.text())
  const answer = parse(text)
  if (response.ok) return answer
  // A server without this path, or one that refuses what it does not know, is another one than vLLM.
  const isOther = response.status === 405 || response.status === 501
  if (isOther || (response.status === 404 && path === 'tokenize')) throw buildUnableFailure({ address })
  throw Object.assign(new Error(`${response.status} status code (no body)`), {
    status: response.status,
    headers: response.headers,
    error: answer ?? text,
  })
}

function parse(text: string): unknown {
  try {
    // What it holds is checked by whoever reads it.
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
