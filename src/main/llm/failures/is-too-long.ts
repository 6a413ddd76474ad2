import type { ServerError } from './server-error.ts'

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

/**
 * True where the input was too long. Only errors that blame the request are read for wordings: a rate limit speaks
 * of tokens too.
 */
export function isTooLong(said: ServerError, status: number): boolean {
  if (status === 413 || said.names.some((name) => names.has(name))) return true
  // llama.cpp and LM Studio report it as 500 in older versions.
  const mayBlame = status === 400 || status === 422 || (status === 500 && said.status === 500)
  return mayBlame && wordings.some((wording) => wording.test(said.words))
}
