import type OpenAI from 'openai'
import type { CompletionRequest } from '../../engine/language-model.ts'
import type { Adapter, AdapterOptions } from '../adapter.ts'
import { readTurns } from '../turns/read-turns.ts'
import { runCall, type OpenedStream, type Wire } from '../wire/run-call.ts'
import { createClient, loadOpenAiSdk, openAiAddress } from './create-client.ts'
import { createResponseReader } from './create-response-reader.ts'
import { toResponseInput } from './to-response-input.ts'

/** The least that the Responses interface accepts as a limit on output, in tokens. */
const leastOutputTokens = 16

/** OpenAI's Responses interface. Nothing is kept on the server. */
export function createResponsesAdapter({ now }: { readonly now: () => number }): Adapter {
  return (options) => ({
    info: options.info,
    async *complete(request) {
      const address = openAiAddress(options.baseUrl)
      const sdk = await loadOpenAiSdk()
      yield* runCall({
        options,
        address,
        request,
        now,
        reader: createResponseReader(),
        open: (wire) => openStream(createClient(sdk, address, wire), options, request, wire),
      })
    },
  })
}

async function openStream(
  client: OpenAI,
  { model, info }: AdapterOptions,
  { system, messages, maxTokens }: CompletionRequest,
  wire: Wire,
): Promise<OpenedStream> {
  const { data, response } = await client.responses
    .create(
      {
        model,
        input: toResponseInput(readTurns(messages, info.supportsImages)),
        ...(system.trim() === '' ? {} : { instructions: system.toWellFormed() }),
        max_output_tokens: Math.max(leastOutputTokens, maxTokens),
        store: false,
        stream: true,
      },
      { signal: wire.signal },
    )
    .withResponse()
  return { pieces: data, contentType: response.headers.get('content-type') ?? '' }
}
