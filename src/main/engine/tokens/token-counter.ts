/** Counts the tokens of a text. Pure: the same text always gives the same number. */
export type TokenCounter = {
  /** Encoding that it counts with; part of every stored figure. */
  readonly id: string
  readonly count: (text: string) => number
}

/** Encodings that both counters know: OpenAI's of 2024 and of 2022. */
export const encodings = ['o200k_base', 'cl100k_base'] as const
export type Encoding = (typeof encodings)[number]
