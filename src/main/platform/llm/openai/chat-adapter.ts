import type OpenAI from 'openai'
import type { CompletionRequest } from '../../../kernel/language-model.ts'
import type { Adapter, AdapterOptions } from '../adapter.ts'
import { readServerError } from '../failures/server-error.ts'
import { readTurns } from '../turns/read-turns.ts'
import type { OpenedStream, Wire } from '../wire/run-call.ts'
import { createChatReader } from './create-chat-reader.ts'
import { createOpenAiAdapter } from './create-client.ts'
import { toChatMessages } from './to-chat-messages.ts'

type ChatRequest = OpenAI.ChatCompletionCreateParamsStreaming

/**
 * OpenAI's Chat Completions, at OpenAI itself or at a compatible server: those know the limit on output by its old
 * name, and some refuse to be asked for usage, which is then not asked of them again.
 */
export function createChatAdapter({
  isCompatible,
  now,
}: {
  readonly isCompatible: boolean
  readonly now: () => number
}): Adapter {
  return (options) => {
    let asksUsage = true
    const open: Parameters<typeof createOpenAiAdapter>[0]['open'] = async (client, _, request, wire) => {
      const body = buildChatBody(options, request, isCompatible)
      const usage = { stream_options: { include_usage: true } }
      try {
        return await openStream(client, asksUsage ? { ...body, ...usage } : body, wire)
      } catch (error) {
        if (!asksUsage || !refusesUsage(error, now())) throw error
        asksUsage = false
        return openStream(client, body, wire)
      }
    }
    return createOpenAiAdapter({ now, createReader: createChatReader, open })(options)
  }
}

function buildChatBody(
  { model, info }: AdapterOptions,
  { system, messages, maxTokens }: CompletionRequest,
  isCompatible: boolean,
): ChatRequest {
  return {
    model,
    messages: toChatMessages(system, readTurns(messages, info.supportsImages)),
    ...(isCompatible ? { max_tokens: maxTokens } : { max_completion_tokens: maxTokens }),
    stream: true,
  }
}

async function openStream(client: OpenAI, body: ChatRequest, wire: Wire): Promise<OpenedStream> {
  const { data, response } = await client.chat.completions
    .create(body, { signal: wire.signal })
    .withResponse()
  return { pieces: data, contentType: response.headers.get('content-type') ?? '' }
}

/** A request that was refused costs nothing, hence it is no call of its own. */
function refusesUsage(error: unknown, nowMs: number): boolean {
  const said = readServerError(error, nowMs)
  return (said?.status === 400 || said?.status === 422) && /stream_options|include_usage/.test(said.words)
}
