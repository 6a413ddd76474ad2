/** A `fetch` that takes plain answers out of the SDK's hands, and the last of them. */
export type PlainAnswers = {
  readonly fetch: typeof fetch
  /** Undefined where the answer was something else than JSON. */
  readonly answer: () => unknown
}

/**
 * Keeps an answer that comes as one piece of JSON although a stream was asked for: an SDK that waits for events would
 * find none in it. The SDK is given an empty body in its place. Refused requests pass untouched.
 */
export function keepPlainAnswer(send: typeof fetch): PlainAnswers {
  let answer: unknown
  return {
    fetch: async (input, init) => {
      const response = await send(input, init)
      const { headers, status } = response
      const isPlain = /^application\/json\b/i.test(headers.get('content-type') ?? '')
      if (status !== 200 || !isPlain) return response
      answer = parsed(await response.text())
      return new Response('', { status, headers })
    },
    answer: () => answer,
  }
}

function parsed(text: string): unknown {
  try {
    // What it holds is checked by whoever reads it.
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
