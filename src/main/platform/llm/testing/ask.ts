import {
  ModelFailure,
  type CompletionEvent,
  type CompletionRequest,
  type LanguageModel,
} from '../../../kernel/language-model.ts'
import { createModel, type ModelOptions } from '../create-model.ts'
import type { Protocol } from './protocols.ts'

/** A model of a protocol, wired to a server of a test. Waits between attempts take no time, and are noted. */
export function createTestModel(
  protocol: Protocol,
  url: string,
  options: Partial<ModelOptions> = {},
  pauses: number[] = [],
): LanguageModel {
  return createModel(
    {
      vendor: protocol === 'anthropic' ? 'anthropic' : 'openai',
      api: protocol === 'openai-responses' ? 'responses' : 'chat-completions',
      info: {
        id: 'tested',
        label: 'Tested',
        windowTokens: 100_000,
        maxOutputTokens: 4096,
        supportsImages: true,
        prices: {},
        isExtractive: false,
      },
      model: 'model-1',
      baseUrl: url,
      key: 'sk-secret-0123456789',
      timeoutMs: 30_000,
      ...options,
    },
    {
      now: () => 0,
      random: () => 1,
      pause: async (durationMs) => {
        pauses.push(durationMs)
      },
    },
  )
}

export function buildRequest(fields: Partial<CompletionRequest> = {}): CompletionRequest {
  return {
    purpose: 'conversation',
    label: 'Summary',
    system: 'You summarise.',
    messages: [{ role: 'user', content: 'Summarise this.' }],
    maxTokens: 500,
    inputTokens: 111,
    signal: new AbortController().signal,
    ...fields,
  }
}

export type Heard = {
  readonly events: readonly CompletionEvent[]
  /** Null where the stream ended by itself. */
  readonly error: unknown
  readonly text: string
}

/** All that a model says, up to its end or its failure. */
export async function hear(
  model: LanguageModel,
  request = buildRequest(),
  onEvent: (event: CompletionEvent) => void = () => undefined,
): Promise<Heard> {
  const events: CompletionEvent[] = []
  let error: unknown = null
  try {
    for await (const event of model.complete(request)) {
      events.push(event)
      onEvent(event)
    }
  } catch (thrown) {
    error = thrown
  }
  return { events, error, text: readLastText(events) }
}

/** The text of the last attempt. */
function readLastText(events: readonly CompletionEvent[]): string {
  return events.reduce(
    (text, event) => (event.kind === 'call' ? '' : event.kind === 'text' ? text + event.text : text),
    '',
  )
}

/** What was heard, with the whole text where its first piece stood. */
export function inOneText({ events, text }: Heard): readonly CompletionEvent[] {
  const first = events.findIndex(({ kind }) => kind === 'text')
  return events.flatMap((event, at): CompletionEvent[] =>
    event.kind !== 'text' ? [event] : at === first ? [{ kind: 'text', text }] : [],
  )
}

/** The failure that a call must have ended with. */
export function requireFailure({ error }: Heard): ModelFailure {
  if (error instanceof ModelFailure) return error
  throw new Error('The call did not end with a failure of the model.', { cause: error })
}
