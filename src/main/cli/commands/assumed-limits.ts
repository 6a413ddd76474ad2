/** Sizes in tokens. */
export type ModelLimits = {
  readonly windowTokens: number
  readonly maxOutputTokens: number
  readonly supportsImages: boolean
}

/**
 * What vendors say of their models, as of late 2026; the first pattern that fits counts. The output of Claude is what
 * agents ask for, far below what it can.
 */
const families: readonly (readonly [RegExp, ModelLimits])[] = [
  [/claude/, { windowTokens: 200_000, maxOutputTokens: 8192, supportsImages: true }],
  [/gpt-5/, { windowTokens: 400_000, maxOutputTokens: 128_000, supportsImages: true }],
  [/gpt-4\.1/, { windowTokens: 1_047_576, maxOutputTokens: 32_768, supportsImages: true }],
  [/gpt-4o/, { windowTokens: 128_000, maxOutputTokens: 16_384, supportsImages: true }],
  [/(?:^|\/)o[134](?:-|$)/, { windowTokens: 200_000, maxOutputTokens: 100_000, supportsImages: true }],
  [/gemini-(?:2\.5|3)/, { windowTokens: 1_048_576, maxOutputTokens: 65_536, supportsImages: true }],
  [/deepseek/, { windowTokens: 128_000, maxOutputTokens: 8192, supportsImages: false }],
]

/** Small enough for most servers of one's own. */
const unknownModel: ModelLimits = { windowTokens: 32_768, maxOutputTokens: 4096, supportsImages: false }

/** What to assume of a model where nobody says anything. */
export function assumedLimits(model: string): ModelLimits {
  const name = model.toLowerCase()
  return families.find(([pattern]) => pattern.test(name))?.[1] ?? unknownModel
}
