import { z } from 'zod'
import { askModel } from './ask-model.ts'
import type { CancelSignal } from './cancel-signal.ts'
import {
  ModelFailure,
  type CompletionEvent,
  type CompletionRequest,
  type LanguageModel,
} from './language-model.ts'
import type { TokenCounter } from './tokens/token-counter.ts'

const likelihoodSchema = z.object({
  /** What computed it: the server's version, or the library's and the fingerprint of the model's file. */
  version: z.string(),
  tokens: z
    .array(
      z.object({
        /** Empty where the model gives no text of its own to a token, such as part of a character. */
        text: z.string(),
        /** Natural logarithm of the probability of the token after all that stands before it. */
        logProbability: z.number(),
      }),
    )
    .readonly(),
})
/** How likely a text is after another one, token by token. */
export type Likelihood = Readonly<z.infer<typeof likelihoodSchema>>

export type LikelihoodRequest = {
  readonly prefix: string
  readonly continuation: string
  /** Which of several texts the prefix is, for a person who watches. */
  readonly label: string
  readonly signal: CancelSignal
}

/** The port that likelihood adapters implement: prefix and continuation are split into tokens apart. */
export type LikelihoodModel = {
  readonly id: string
  /** Name for a person. */
  readonly label: string
  /** Most tokens that prefix and continuation may have together. */
  readonly contextTokens: number
  /** Throws `ModelFailure`, `input-too-long` before anything is sent; `Cancelled` when the signal fires. */
  readonly score: (request: LikelihoodRequest) => Promise<Likelihood>
}

/** Name and version of the form in which a likelihood is asked for; part of what answers are kept under. */
const form = 'likelihood@1'

/** A likelihood model over the road that all requests take: budget, kept answers, cancelling, and no key in sight. */
export function createLikelihoodModel(model: LanguageModel, counter: TokenCounter): LikelihoodModel {
  const { id, label: name, windowTokens } = model.info
  return {
    id,
    label: name,
    contextTokens: windowTokens,
    score: async ({ prefix, continuation, label, signal }) => {
      const request: CompletionRequest = {
        purpose: 'measurement',
        label,
        asks: 'likelihood',
        system: form,
        messages: [
          { role: 'user', content: prefix },
          { role: 'assistant', content: continuation },
        ],
        maxTokens: 1,
        inputTokens: counter.count(prefix) + counter.count(continuation),
        signal,
      }
      const { text, failure } = await askModel(model, request, () => undefined)
      if (failure !== null) throw failure
      const read = likelihoodSchema.safeParse(parse(text))
      if (read.success) return read.data
      throw new ModelFailure('bad-request', `${model.info.label} gave log-probabilities that cannot be read.`)
    },
  }
}

function parse(text: string): unknown {
  try {
    // What it holds is checked by whoever reads it.
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Prefix and continuation of a request that asks for a likelihood. Throws a `ModelFailure` for any other one. */
export function requireScoredTexts({
  messages,
}: CompletionRequest): Pick<LikelihoodRequest, 'prefix' | 'continuation'> {
  const [first, second] = messages
  if (typeof first?.content === 'string' && typeof second?.content === 'string')
    return { prefix: first.content, continuation: second.content }
  throw new ModelFailure('bad-request', 'A likelihood is asked of two texts.')
}

/** What a model says that was asked for a likelihood. */
export function buildLikelihoodEvents(
  likelihood: Likelihood,
  inputTokens: number,
): readonly CompletionEvent[] {
  return [
    { kind: 'text', text: JSON.stringify(likelihood) },
    { kind: 'usage', usage: { input: inputTokens, output: 1, cacheWrites: 0, cacheReads: 0 } },
    { kind: 'stopped', reason: 'finished' },
  ]
}
