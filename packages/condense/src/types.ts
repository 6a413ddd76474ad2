/**
 * The public types: plain, so that the package needs no other for its declarations. That the engine's own fit them is held
 * by the compiler where `index.ts` returns them.
 */

/** A message, or an item of OpenAI Responses, as the caller has it. Fields that nobody here knows are kept. */
export type WireMessage = Readonly<Record<string, unknown>>

/**
 * The shapes that are read and written: messages of Anthropic's API, of OpenAI's Chat Completions, items of OpenAI's
 * Responses, and `ModelMessage` of the AI SDK.
 */
export type Format = 'anthropic' | 'openai-chat' | 'openai-responses' | 'ai-sdk'

/** Counts the tokens of a text. Pure: the same text always gives the same number. */
export type TokenCounter = {
  /** Name of the encoding, which goes with the figures. */
  readonly id: string
  readonly count: (text: string) => number
}

/** What a model is asked for: a text that sums the messages up. */
export type SummaryRequest<M extends object = object> = {
  readonly system: string
  /** In the format of the messages that are condensed, the instruction to summarise last. */
  readonly messages: M[]
  /** Tokens that the answer may have at most. */
  readonly maxTokens: number
  readonly signal: AbortSignal
}

/** Asks a model and returns its text. */
export type AskModel<M extends object = object> = (request: SummaryRequest<M>) => Promise<string>

/**
 * Who writes summaries: a function that asks a model, such a function with the model's limits, or `extractive`, which
 * selects sentences by rules and asks nobody.
 */
export type SummaryModel<M extends object = object> =
  | AskModel<M>
  | {
      readonly ask: AskModel<M>
      /** Window of the model in tokens; 200,000 where it is left out. What is summed up is kept below it. */
      readonly windowTokens?: number
      /** Output limit of the model in tokens; 8,192 where it is left out. */
      readonly maxOutputTokens?: number
    }
  | 'extractive'

/** Settings by their names; what is left out is that of the preset, or the default. */
export type Settings = Readonly<Record<string, unknown>>

/** How to condense: an arm by its id, or settings of one's own. */
export type Way =
  | {
      /** Id of an arm as `dewpoint arms` lists it: `lossless`, `sliding-window-last-20`, `claude-code`. */
      readonly preset: string
      readonly settings?: Settings
      readonly provider?: never
    }
  | {
      readonly preset?: never
      readonly settings: Settings
      /** Id of the provider that the settings are of; `composed`, whose every rule can be set, where it is left out. */
      readonly provider?: string
    }

/** How to condense, and with what. */
export type CondenseOptions<M extends object = object> = Way & {
  /** Shape of the messages; told by their fields where it is left out. */
  readonly format?: Format
  /** Who writes summaries, for presets that have some. */
  readonly model?: SummaryModel<M>
  /** Counts tokens; where it is left out, four characters are taken for one token. */
  readonly counter?: TokenCounter
  /** Leaves messages alone that have fewer tokens than this. */
  readonly atTokens?: number
  /** Size in tokens to stop at, for ways that have several steps. */
  readonly targetTokens?: number
  /** Ends the work; `condense` then throws the reason. */
  readonly signal?: AbortSignal
}

/** Tokens as the counter counts them, before and after; time in milliseconds. */
export type CondenseStats = {
  readonly originalTokens: number
  readonly finalTokens: number
  readonly reductionPercent: number
  readonly durationMs: number
  /** Id of the counter. */
  readonly countedWith: string
}

/** Where a part of a turn stands. `span` is in UTF-16 code units. */
export type PartPlace = {
  readonly messageIndex: number
  readonly blockIndex: number
  readonly nestedIndex?: number | undefined
  readonly span?: { readonly start: number; readonly end: number } | undefined
}

export type Operation = 'shortened' | 'summarised' | 'referenced' | 'dropped'

/** One edit of one part. */
export type PartChange = {
  /** Where the part stood in the source; `messageIndex` counts turns. */
  readonly at: PartPlace
  readonly kind: string
  readonly operation: Operation
  readonly passId: string
  /** A sentence for a person. */
  readonly reason: string
  readonly tokensBefore: number
  readonly tokensAfter: number
  readonly lengthAfter: number
  /** Present where the original can be rebuilt from the result alone. */
  readonly reference?:
    | {
        readonly target: PartPlace
        readonly delta?:
          | { readonly start: number; readonly deleteCount: number; readonly lines: readonly string[] }[]
          | undefined
      }
    | undefined
}

/**
 * Where each turn of a result came from, and what was left out. A turn is a message; with OpenAI Responses it is all items of
 * one answer, or one item of the other side. Messages of the system at the beginning are no turns and always stay.
 */
export type CondenseProvenance = {
  readonly messages: readonly {
    /** Turns of the source, ascending; empty where it was written anew. */
    readonly sources: readonly number[]
    readonly changes: readonly PartChange[]
  }[]
  readonly dropped: readonly {
    readonly sourceIndex: number
    readonly operation: Operation
    readonly reason: string
  }[]
}

/** An output of the AI SDK that became text: JSON, whose value is in that text once it is expanded, or all of another one. */
export type OutputShape = { readonly kind: 'json' | 'whole'; readonly output: WireMessage }

/** What a condensation gave. Plain JSON where the messages are: it can be kept and expanded later. */
export type CondenseResult<M extends object = object> = {
  /** What did not change are the very objects of the caller. */
  readonly messages: M[]
  readonly format: Format
  /** Whether anything was condensed; where not, `messages` are those of the source. */
  readonly isCondensed: boolean
  /** Why nothing was condensed; null otherwise. */
  readonly reason: string | null
  /** The summary that was written; absent where none was. */
  readonly summary?: string
  /** What could not be written into messages that changed: kinds of content that the format has no place for. */
  readonly leftOut: readonly string[]
  readonly provenance: CondenseProvenance
  /** How many messages of the source, and of the result, each turn takes, behind those of the system. */
  readonly turns: { readonly source: readonly number[]; readonly result: readonly number[] }
  /** Shapes of outputs that became text, by the id of their call: `expand` gives them back. */
  readonly outputs: Readonly<Record<string, OutputShape>>
  readonly stats: CondenseStats
}

/** A rule of model APIs that messages break. */
export type Finding = {
  /** Id of the rule: `tool-pairing`, `no-empty-content`, `roles-legal`. */
  readonly rule: string
  /** Position in the messages that were given; -1 for all of them. */
  readonly messageIndex: number
  readonly detail: string
}

/** Which planted histories: 12 of about 20,000 tokens in Anthropic's format, of the set of everybody, where nothing is said. */
export type PlantedOptions = {
  /** Another one gives other histories, which nobody can have tuned a compactor to. */
  readonly seed?: number
  readonly count?: number
  readonly tokens?: number
  readonly format?: Format
}

/** A fact that a history states, and perhaps changes. */
export type PlantedItem = {
  readonly kind: 'rule' | 'value' | 'decision' | 'error' | 'outcome' | 'file' | 'open-task' | 'fact'
  /** What it is about; no other item of the history has it. */
  readonly key: string
  readonly question: string
  /** Ways to write what is true at the end; one of them is enough. */
  readonly current: readonly string[]
  /** Ways to write what was true before. */
  readonly stale: readonly string[]
  /** What the history says of it, in its order. */
  readonly statements: readonly string[]
}

/** A history with what is planted in it. */
export type PlantedHistory = {
  readonly id: string
  readonly messages: readonly object[]
  readonly items: readonly PlantedItem[]
}

/** What became of planted items. */
export type PlantedCheck = {
  readonly there: number
  readonly stale: number
  readonly gone: number
  readonly items: readonly (PlantedItem & { readonly fate: 'there' | 'stale' | 'gone' })[]
}
