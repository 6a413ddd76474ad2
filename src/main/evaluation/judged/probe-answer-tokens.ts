/** Room for an answer about so many questions, in tokens, with some for models that think aloud first. */
export function probeAnswerTokens(probes: number): number {
  return 1000 + 200 * probes
}
