import type OpenAI from 'openai'
import { readAddress } from '../wire/read-address.ts'
import type { Wire } from '../wire/run-call.ts'

/** Where the interface of a profile begins: OpenAI's own, or that of a compatible server. */
export function openAiAddress(baseUrl: string | null): URL {
  return readAddress(baseUrl, 'https://api.openai.com/v1')
}

/** At the first call, since most commands make none; outside of a call, since its silence is not the server's. */
export async function loadOpenAiSdk(): Promise<typeof OpenAI> {
  const sdk = await import('openai')
  return sdk.OpenAI
}

/**
 * Everything that the SDK would else read from the environment is said here; what is sent is up to our `fetch`, which
 * holds the key.
 */
export function createClient(Sdk: typeof OpenAI, address: URL, { fetch }: Wire): OpenAI {
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
