import type Anthropic from '@anthropic-ai/sdk'
import type { CompletionRequest } from '../../../kernel/language-model.ts'
import type { Adapter, AdapterOptions } from '../adapter.ts'
import { explainFailure } from '../failures/explain-failure.ts'
import { readTurns } from '../turns/read-turns.ts'
import { createHttpFetch } from '../wire/http-fetch.ts'
import { readAddress } from '../wire/read-address.ts'
import { describeAsked, runCall, type OpenedStream, type Wire } from '../wire/run-call.ts'
import { watchCall } from '../wire/watch-call.ts'
import {
  buildBetaHeader,
  compactionBetas,
  buildCompactionBody,
  countBetas,
  buildEditedCountRequest,
} from './compaction-request.ts'
import { createCompactionReader } from './create-compaction-reader.ts'
import { createMessageReader } from './create-message-reader.ts'
import { toAnthropicMessages } from './to-anthropic-messages.ts'

/** Anthropic's Messages interface, at its own address or at that of a server which speaks it. */
export function createAnthropicAdapter({ now }: { readonly now: () => number }): Adapter {
  return (options) => ({
    info: options.info,
    async *complete(request) {
      const { compaction } = request
      const address = buildServerAddress(options)
      const sdk = await loadSdk()
      yield* runCall({
        options,
        address,
        isAlsoApiKey: isForeign(address),
        ...(compaction === undefined ? {} : { headers: buildBetaHeader(compactionBetas[compaction.kind]) }),
        request,
        now,
        reader: compaction === undefined ? createMessageReader() : createCompactionReader(),
        open: (wire) => openStream(createClient(sdk, address, wire), options, request, wire),
      })
    },
    countTokens: (request) =>
      countBy(options, request, { now }, async (client, signal) => {
        const count = await client.messages.countTokens(buildPrompt(options, request), { signal })
        return count.input_tokens
      }),
    countEdited: (request, edit) =>
      countBy(options, request, { now, headers: buildBetaHeader(countBetas) }, async (client, signal) => {
        const asked = buildEditedCountRequest(options, request, edit)
        const count = await client.beta.messages.countTokens(asked, { signal })
        return {
          originalTokens: count.context_management?.original_input_tokens ?? count.input_tokens,
          remainingTokens: count.input_tokens,
        }
      }),
  })
}

async function openStream(
  client: Anthropic,
  options: AdapterOptions,
  request: CompletionRequest,
  wire: Wire,
): Promise<OpenedStream> {
  const { compaction } = request
  if (compaction !== undefined) {
    const body = buildCompactionBody(options, request, compaction)
    return post(client, '/v1/messages?beta=true', body, wire)
  }
  const body = {
    ...buildPrompt(options, request),
    max_tokens: request.maxTokens,
    stream: true,
  } satisfies Anthropic.MessageCreateParamsStreaming
  return post(client, '/v1/messages', body, wire)
}

/** What `messages.create` does, without the lines that it prints about models that will go away. */
async function post(client: Anthropic, path: string, body: unknown, wire: Wire): Promise<OpenedStream> {
  const { data, response } = await client
    .post<AsyncIterable<unknown>>(path, { body, stream: true, signal: wire.signal })
    .withResponse()
  return { pieces: data, contentType: response.headers.get('content-type') ?? '' }
}

async function countBy<Count>(
  options: AdapterOptions,
  request: CompletionRequest,
  { now, headers }: { readonly now: () => number; readonly headers?: Readonly<Record<string, string>> },
  ask: (client: Anthropic, signal: AbortSignal) => Promise<Count>,
): Promise<Count> {
  const address = buildServerAddress(options)
  const sdk = await loadSdk()
  const watch = watchCall({ signal: request.signal, timeoutMs: options.timeoutMs })
  const wire = {
    fetch: createHttpFetch({ key: options.key, isAlsoApiKey: isForeign(address), headers }),
    signal: watch.abortSignal,
  }
  try {
    return await watch.during(ask(createClient(sdk, address, wire), wire.signal))
  } catch (error) {
    throw explainFailure(error, describeAsked({ options, address }), now())
  } finally {
    watch.end()
  }
}

function buildPrompt(
  { model, info }: AdapterOptions,
  { system, messages }: CompletionRequest,
): Pick<Anthropic.MessageCountTokensParams, 'model' | 'system' | 'messages'> {
  return {
    model,
    // An empty one is refused.
    ...(system.trim() === '' ? {} : { system: system.toWellFormed() }),
    messages: toAnthropicMessages(readTurns(messages, info.supportsImages)),
  }
}

const ownAddress = 'https://api.anthropic.com'

/** The vendor takes a bearer token, as its SDK sends it; many who speak its protocol know only the older header. */
const isForeign = ({ origin }: URL): boolean => origin !== ownAddress

function buildServerAddress({ baseUrl }: AdapterOptions): URL {
  const address = readAddress(baseUrl, ownAddress)
  address.search = ''
  // People copy the address with the version; the SDK adds it again.
  address.pathname = address.pathname.replace(/\/v1$/, '')
  return address
}

/** At the first call, since most commands make none; outside of a call, since its silence is not the server's. */
async function loadSdk(): Promise<typeof Anthropic> {
  const sdk = await import('@anthropic-ai/sdk')
  return sdk.Anthropic
}

/**
 * Everything that the SDK would else read from the environment or from files is said here; what is sent is up to our
 * `fetch`, which holds the key.
 */
function createClient(Sdk: typeof Anthropic, address: URL, { fetch }: Wire): Anthropic {
  return new Sdk({
    baseURL: address.href.replace(/\/$/, ''),
    apiKey: 'kept-elsewhere',
    authToken: null,
    webhookKey: null,
    fetch,
    maxRetries: 0,
    // The longest that a timer can wait: silence is watched over by us.
    timeout: 2 ** 31 - 1,
    logLevel: 'off',
    openTelemetry: false,
  })
}
