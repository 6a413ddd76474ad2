/** What a server said of a request that is too long, in its own tokens. */
export type SizeLimit = {
  readonly maximumTokens: number
  /** Size of the request; null where it said nothing of it. */
  readonly askedTokens: number | null
}

/** How servers name both numbers, as of late 2026. */
const wordings: readonly RegExp[] = [
  // Anthropic: `prompt is too long: 210000 tokens > 200000 maximum`.
  /(?<![\d,])(?<asked>\d[\d,]*) tokens > (?<maximum>\d[\d,]*)/i,
  // OpenAI and vLLM: `maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.`
  /maximum (?:context|model) length (?:is|of) (?<maximum>\d[\d,]*) tokens.{0,200}?(?:requested|resulted in|contains?|has)(?: about| at least)? (?<asked>\d[\d,]*)/i,
  // llama.cpp: `request (5000 tokens) exceeds the available context size (4096 tokens)`; Gemini: `input token count
  // (1200000) exceeds the maximum number of tokens allowed (1048576)`.
  /(?:request|count) \((?<asked>\d[\d,]*)(?: tokens)?\) exceeds .{0,200}?\((?<maximum>\d[\d,]*)/i,
  /maximum (?:context|model) length (?:is|of) (?<maximum>\d[\d,]*)/i,
]

/** The numbers in the words of a server; null where it gives none. */
export function readSizeLimit(message: string): SizeLimit | null {
  for (const wording of wordings) {
    const found = wording.exec(message)?.groups
    const maximumTokens = parseLimit(found?.['maximum'])
    if (maximumTokens !== null) return { maximumTokens, askedTokens: parseLimit(found?.['asked']) }
  }
  return null
}

function parseLimit(digits: string | undefined): number | null {
  return digits === undefined ? null : Number(digits.replaceAll(',', ''))
}
