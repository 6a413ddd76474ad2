import type { AgentName } from './story.ts'

/** How an agent counts, caches and condenses, as far as its files show it. */
export type Traits = {
  /** Tokens of system prompt and tools, which no history holds. */
  readonly overhead: number
  /** Tokens of its model for a token of o200k. */
  readonly scale: number
  /** Whether what is new in a prompt is written to the cache and billed as such. */
  readonly writesCache: boolean
  /** Answers at the end of a history that a condensation keeps as they are. */
  readonly keptAnswers: number
  /** Whether it keeps what the person typed, too. */
  readonly keepsTyped: boolean
  /** What it tells its model in front of a summary. */
  readonly lead: string
}

const plain = {
  overhead: 12_000,
  scale: 1,
  writesCache: false,
  keptAnswers: 0,
  keepsTyped: false,
  lead: '',
} as const satisfies Traits

export const traitsOf: Readonly<Record<AgentName, Traits>> = {
  'claude-code': {
    ...plain,
    overhead: 21_400,
    scale: 1.2,
    writesCache: true,
    lead: 'This session is being continued from a previous conversation that ran out of context. The summary below covers the earlier portion of the conversation.\n\n',
  },
  codex: {
    ...plain,
    overhead: 10_600,
    keepsTyped: true,
    lead: 'Another language model started to solve this problem and produced a summary of its thinking process. You also have access to the state of the tools that were used by that language model. Use this to build on the work that has already been done and avoid duplicating work. Here is the summary produced by the other language model, use the information in this summary to assist with your own analysis:\n',
  },
  opencode: { ...plain, overhead: 11_800, scale: 1.2, writesCache: true, keptAnswers: 3 },
  pi: { ...plain, overhead: 3100, scale: 1.2, writesCache: true, keptAnswers: 4 },
  'gemini-cli': { ...plain, overhead: 16_900, scale: 1.05, keptAnswers: 6 },
  'qwen-code': { ...plain, overhead: 14_200, scale: 1.05, keptAnswers: 0 },
  'cline-sdk': {
    ...plain,
    overhead: 9300,
    scale: 1.2,
    writesCache: true,
    keptAnswers: 4,
    lead: 'Context summary:\n\n',
  },
  'copilot-cli': { ...plain, overhead: 31_000, scale: 1.2, writesCache: true },
  roo: { ...plain, overhead: 37_000, scale: 1.2, writesCache: true },
}

/** US dollars for a million tokens of the models whose cost the agents of the samples write down. */
const prices: Readonly<
  Record<string, readonly [input: number, output: number, read: number, write: number]>
> = {
  'claude-sonnet-4-5': [3, 15, 0.3, 3.75],
  'claude-haiku-4-5': [1, 5, 0.1, 1.25],
  'claude-opus-4-5': [5, 25, 0.5, 6.25],
}

/** Tokens of one model call, each counted once. */
export type Usage = {
  readonly fresh: number
  readonly cacheReads: number
  readonly cacheWrites: number
  readonly output: number
}

/** What a call cost in US dollars; 0 for a model without a price here. */
export function costOf(model: string, usage: Usage): number {
  const [input, output, read, write] = prices[model] ?? [0, 0, 0, 0]
  const sum =
    usage.fresh * input + usage.output * output + usage.cacheReads * read + usage.cacheWrites * write
  return Number((sum / 1_000_000).toFixed(6))
}

/** The same in parts, as some agents write it. */
export function costParts(
  model: string,
  usage: Usage,
): Readonly<Record<'input' | 'output' | 'cacheRead' | 'cacheWrite' | 'total', number>> {
  const none = { fresh: 0, output: 0, cacheReads: 0, cacheWrites: 0 }
  return {
    input: costOf(model, { ...none, fresh: usage.fresh }),
    output: costOf(model, { ...none, output: usage.output }),
    cacheRead: costOf(model, { ...none, cacheReads: usage.cacheReads }),
    cacheWrite: costOf(model, { ...none, cacheWrites: usage.cacheWrites }),
    total: costOf(model, usage),
  }
}

/** All that a call sent. */
export const promptOf = ({ fresh, cacheReads, cacheWrites }: Usage): number =>
  fresh + cacheReads + cacheWrites

/** The tokens of two calls together. */
export function addUsage(one: Usage, other: Usage): Usage {
  return {
    fresh: one.fresh + other.fresh,
    cacheReads: one.cacheReads + other.cacheReads,
    cacheWrites: one.cacheWrites + other.cacheWrites,
    output: one.output + other.output,
  }
}
