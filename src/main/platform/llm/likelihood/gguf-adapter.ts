import { stopIfCancelled } from '../../../kernel/cancel-signal.ts'
import { ModelFailure, type CompletionRequest } from '../../../kernel/language-model.ts'
import {
  buildLikelihoodEvents,
  requireScoredTexts,
  type Likelihood,
} from '../../../kernel/likelihood-model.ts'
import { FileFailure } from '../../files/file-failure.ts'
import { fingerprintFile } from '../../files/fingerprint-file.ts'
import type { Adapter, AdapterOptions } from '../adapter.ts'

/** What is used of node-llama-cpp 3; tokens are numbers. */
export type LlamaLibrary = {
  readonly version: string
  readonly loadModel: (path: string) => Promise<LlamaModel>
}

export type LlamaModel = {
  /** Tokens of the contexts that the model was trained on. */
  readonly trainContextSize: number
  /** Set before every text by this model's tokenizer; null where it sets nothing. */
  readonly startToken: number | null
  readonly tokenize: (text: string) => readonly number[]
  readonly detokenize: (tokens: readonly number[]) => string
  readonly createSequence: (contextTokens: number) => Promise<LlamaSequence>
  readonly dispose: () => Promise<void>
}

export type LlamaSequence = {
  readonly contextSize: number
  /** Of keys and values, as the version names it. */
  readonly precision: string
  readonly clearHistory: () => Promise<void>
  readonly evaluateWithoutGeneratingNewTokens: (tokens: readonly number[]) => Promise<void>
  /** Figures of the place behind each token that is flagged. */
  readonly controlledEvaluate: (tokens: readonly FlaggedToken[]) => Promise<readonly NextFigures[]>
  readonly dispose: () => Promise<void>
}

/** A token, and the one that follows it in truth. */
export type FlaggedToken = { readonly token: number; readonly next: number }

/** Raw logits at temperature 0, and the sum of exp(logit − largest logit) over the vocabulary. */
export type NextFigures = {
  readonly logit: number
  readonly maxLogit: number
  readonly totalLogitWeight: number
}

/** Tokens of the prefix that are read at once: a cancel is heard in between. */
const prefixTokens = 512
/** Tokens whose figures are asked for at once. */
const chunkTokens = 64
/** Contexts are made in steps of so many tokens, so that the next request rarely needs a larger one. */
const contextStep = 4096

type Loaded = {
  readonly name: string
  readonly version: string
  readonly model: LlamaModel
  sequence: LlamaSequence | null
}

/** The model that was asked last stays loaded: one at a time is as much as most machines hold. */
let last: Loaded | null = null
/** Requests wait for each other: they share a sequence. */
let queue: Promise<unknown> = Promise.resolve()

/** Likelihoods by a GGUF file in this process: costs nothing and asks nobody outside. Writes nothing. */
export function createGgufAdapter(load: () => Promise<LlamaLibrary>): Adapter {
  return (options) => ({
    info: options.info,
    async *complete(request) {
      if (request.asks !== 'likelihood') throw buildNoTextFailure(options)
      const own = queue.then(() => score(options, request, load))
      queue = own.catch(() => undefined)
      const { likelihood, inputTokens } = await own
      yield* buildLikelihoodEvents(likelihood, inputTokens)
    },
  })
}

function buildNoTextFailure({ info }: AdapterOptions): ModelFailure {
  const message = `${info.label} gives likelihoods and writes nothing: take another profile for summaries and judges.`
  return new ModelFailure('bad-request', message)
}

type Scored = { readonly likelihood: Likelihood; readonly inputTokens: number }

async function score(
  options: AdapterOptions,
  request: CompletionRequest,
  load: () => Promise<LlamaLibrary>,
): Promise<Scored> {
  stopIfCancelled(request.signal)
  const { prefix, continuation } = requireScoredTexts(request)
  const loaded = await loadSharedModel(options, load)
  const { model, version } = loaded
  const start = model.startToken === null ? [] : [model.startToken]
  const before = [...start, ...model.tokenize(prefix)]
  const after = model.tokenize(continuation)
  const contextTokens = Math.min(options.info.windowTokens, model.trainContextSize)
  const inputTokens = before.length + after.length
  if (inputTokens > contextTokens) throw buildTooLongFailure(options, inputTokens, contextTokens)
  if (before.length === 0) throw new ModelFailure('bad-request', 'There is nothing before the scored text.')
  await request.beforeSend?.()
  const sequence = await prepareSequence(loaded, inputTokens, contextTokens)
  await sequence.clearHistory()
  const read = before.slice(0, -1)
  for (let at = 0; at < read.length; at += prefixTokens) {
    stopIfCancelled(request.signal)
    await sequence.evaluateWithoutGeneratingNewTokens(read.slice(at, at + prefixTokens))
  }
  const flagged = after.map((next, index) => ({ token: [...before.slice(-1), ...after][index] ?? 0, next }))
  const tokens: Likelihood['tokens'][number][] = []
  for (let at = 0; at < flagged.length; at += chunkTokens) {
    stopIfCancelled(request.signal)
    const chunk = flagged.slice(at, at + chunkTokens)
    const figures = await sequence.controlledEvaluate(chunk)
    chunk.forEach(({ next }, index) => {
      const logProbability = computeLogProbability(figures[index], options)
      tokens.push({ text: model.detokenize([next]), logProbability })
    })
  }
  return { likelihood: { version: `${version}, ${sequence.precision}`, tokens }, inputTokens }
}

/** Logit of the token against those of the whole vocabulary: a logarithm of softmax. */
function computeLogProbability(figures: NextFigures | undefined, { info }: AdapterOptions): number {
  if (figures === undefined)
    throw new ModelFailure('bad-request', `${info.label} gave no figures for a token.`)
  return figures.logit - figures.maxLogit - Math.log(figures.totalLogitWeight)
}

function buildTooLongFailure({ info }: AdapterOptions, tokens: number, room: number): ModelFailure {
  const [have, fit] = [tokens, room].map((count) => count.toLocaleString('en-US'))
  const message = `Context and actions have ${have} tokens, more than the ${fit} of ${info.label}. Nothing was computed.`
  return new ModelFailure('input-too-long', message)
}

async function loadSharedModel(
  { model: path, info }: AdapterOptions,
  load: () => Promise<LlamaLibrary>,
): Promise<Loaded> {
  const fingerprint = await fingerprintFile(path).catch((error: unknown) => {
    throw new ModelFailure('bad-request', `${path}: ${readErrorMessage(error)}`)
  })
  const name = `${path} ${fingerprint}`
  if (last?.name === name) return last
  const library = await load()
  await last?.sequence?.dispose()
  await last?.model.dispose()
  last = null
  try {
    const model = await library.loadModel(path)
    last = { name, version: `node-llama-cpp ${library.version}, ${fingerprint}`, model, sequence: null }
    return last
  } catch (error) {
    throw new ModelFailure('bad-request', `${info.label} could not be loaded: ${readErrorMessage(error)}`)
  }
}

function readErrorMessage(error: unknown): string {
  if (error instanceof FileFailure || error instanceof Error) return error.message
  return String(error)
}

async function prepareSequence(loaded: Loaded, tokens: number, most: number): Promise<LlamaSequence> {
  const { sequence, model } = loaded
  if (sequence !== null && sequence.contextSize >= tokens) return sequence
  await sequence?.dispose()
  loaded.sequence = null
  const contextTokens = Math.min(most, Math.ceil(tokens / contextStep) * contextStep)
  try {
    loaded.sequence = await model.createSequence(contextTokens)
    return loaded.sequence
  } catch (error) {
    const wanted = contextTokens.toLocaleString('en-US')
    const message = `No context of ${wanted} tokens could be made: ${readErrorMessage(error)}`
    throw new ModelFailure('input-too-long', message)
  }
}
