import type OpenAI from 'openai'
import type { CompletionRequest } from '../../../kernel/language-model.ts'
import type { Adapter, AdapterOptions } from '../adapter.ts'
import { readAddress } from '../wire/read-address.ts'
import { runCall, type OpenedStream, type StreamReader, type Wire } from '../wire/run-call.ts'

/** How one of OpenAI's interfaces is asked, and how its answers are read. */
type OpenAiInterface = {
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly createReader: () => StreamReader
  readonly open: (
    client: OpenAI,
    options: AdapterOptions,
    request: CompletionRequest,
    wire: Wire,
  ) => Promise<OpenedStream>
}

/** Asks OpenAI itself, or a compatible server, by one of its interfaces. */
export function createOpenAiAdapter({ now, createReader, open }: OpenAiInterface): Adapter {
  return (options) => ({
    info: options.info,
    async *complete(request) {
      const address = readAddress(options.baseUrl, 'https://api.openai.com/v1')
      const sdk = await loadOpenAiSdk()
      yield* runCall({
        options,
        address,
        request,
        now,
        reader: createReader(),
        open: (wire) => open(createClient(sdk, address, wire), options, request, wire),
      })
    },
  })
}

/** At the first call, since most commands make none; outside of a call, since its silence is not the server's. */
async function loadOpenAiSdk(): Promise<typeof OpenAI> {
  const sdk = await import('openai')
  return sdk.OpenAI
}

/**
 * Everything that the SDK would else read from the environment is said here; what is sent is up to our `fetch`, which
 * holds the key.
 */
function createClient(Sdk: typeof OpenAI, address: URL, { fetch }: Wire): OpenAI {
  return new Sdk({
    baseURL: address.href,
    apiKey: 'kept-elsewhere',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    fetch,
    maxRetries: 0,
    // The longest that a timer can wait: silence is watched over by us.
    timeout: 2 ** 31 - 1,
    logLevel: 'off',
  })
}
