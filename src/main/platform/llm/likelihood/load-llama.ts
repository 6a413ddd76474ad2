import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { findLargest } from '../../../../shared/kernel/find-extreme.ts'
import { ModelFailure } from '../../../kernel/language-model.ts'
import { readSystemCode } from '../../files/file-failure.ts'
import type { FlaggedToken, LlamaLibrary, LlamaModel, LlamaSequence, NextFigures } from './gguf-adapter.ts'

/** The parts of node-llama-cpp's interface that are used; its own types are there only where it is installed. */
type Library = {
  readonly getLlama: (options: object) => Promise<{
    readonly loadModel: (options: { readonly modelPath: string }) => Promise<NativeModel>
  }>
  readonly getModuleVersion: () => Promise<string>
}
type NativeModel = {
  readonly trainContextSize: number
  readonly tokens: { readonly bos: number | null; readonly shouldPrependBosToken: boolean }
  readonly tokenize: (text: string) => readonly number[]
  readonly detokenize: (tokens: readonly number[]) => string
  readonly createContext: (options: object) => Promise<NativeContext>
  readonly dispose: () => Promise<void>
}
type NativeContext = { readonly getSequence: () => NativeSequence; readonly dispose: () => Promise<void> }
type NativeSequence = {
  readonly contextSize: number
  readonly clearHistory: () => Promise<void>
  readonly evaluateWithoutGeneratingNewTokens: (tokens: readonly number[]) => Promise<void>
  readonly controlledEvaluate: (
    tokens: readonly (readonly [token: number, options: object])[],
  ) => Promise<readonly (NativeFigures | undefined)[]>
}
type NativeFigures = {
  readonly next: { readonly logits?: ReadonlyMap<number, number>; readonly totalLogitWeight?: number }
}

const librarySchema = z.object({
  getLlama: z.custom<Library['getLlama']>((value) => typeof value === 'function'),
  getModuleVersion: z.custom<Library['getModuleVersion']>((value) => typeof value === 'function'),
})

const packageName = 'node-llama-cpp'

/** Keys and values as they are computed: halves would shift log-probabilities by up to some thousandths. */
const exact = {
  experimentalKvCacheKeyType: 'F32',
  experimentalKvCacheValueType: 'F32',
  flashAttention: false,
} as const

/** Never compiled, never downloaded: a binary that the package brings, or an error. */
const llamaOptions = { build: 'never', skipDownload: true, progressLogs: false, logLevel: 'error' } as const

/**
 * Loads node-llama-cpp from beside Dewpoint, or from `node_modules` of a folder: the data folder, which also an app in
 * one piece has. Throws a `ModelFailure` that says how to install it.
 */
export async function loadLlama(folder: string): Promise<LlamaLibrary> {
  const library = await importLlama(folder)
  const llama = await library.getLlama(llamaOptions).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error)
    throw new ModelFailure('bad-request', `${packageName} has no binary that runs here: ${message}`)
  })
  return {
    version: await library.getModuleVersion(),
    loadModel: async (modelPath) => wrapModel(await llama.loadModel({ modelPath })),
  }
}

/** Why node-llama-cpp cannot be had, and how to install it, as a sentence; empty where it can. Loads no binary. */
export async function findLlamaObstacle(folder: string): Promise<string> {
  try {
    await importLlama(folder)
    return ''
  } catch (error) {
    if (error instanceof ModelFailure) return error.message
    throw error
  }
}

async function importLlama(folder: string): Promise<Library> {
  const inFolder = join(folder, 'node_modules', packageName, 'dist', 'index.js')
  // Names in variables: neither compiler nor bundler must look for what may not be there.
  for (const place of [packageName, pathToFileURL(inFolder).href]) {
    try {
      const library: unknown = await import(/* @vite-ignore */ place)
      return librarySchema.parse(library)
    } catch (error) {
      if (!isAbsent(error)) throw buildLoadFailure(error)
    }
  }
  const command = `npm install --prefix "${folder}" ${packageName}@3`
  throw new ModelFailure('bad-request', `GGUF files need ${packageName}, which is not installed: ${command}`)
}

/** Vite puts an error of its own in the place of an optional peer that is not installed. */
function isAbsent(error: unknown): boolean {
  const isStub = error instanceof Error && error.message.startsWith('Could not resolve')
  return isStub || readSystemCode(error) === 'ERR_MODULE_NOT_FOUND'
}

function buildLoadFailure(error: unknown): ModelFailure {
  const message = error instanceof Error ? error.message.split('\n')[0] : String(error)
  return new ModelFailure('bad-request', `${packageName} cannot be loaded: ${message}`)
}

function wrapModel(model: NativeModel): LlamaModel {
  const { bos, shouldPrependBosToken } = model.tokens
  return {
    trainContextSize: model.trainContextSize,
    startToken: shouldPrependBosToken ? bos : null,
    tokenize: (text) => model.tokenize(text),
    detokenize: (tokens) => model.detokenize(tokens),
    createSequence: async (contextSize) => {
      try {
        const context = await model.createContext({ contextSize, ...exact })
        return wrapSequence(context, 'F32 cache')
      } catch {
        // What has no room for the exact one may have it for half of it.
        return wrapSequence(await model.createContext({ contextSize }), 'F16 cache')
      }
    },
    dispose: () => model.dispose(),
  }
}

function wrapSequence(context: NativeContext, precision: string): LlamaSequence {
  const sequence = context.getSequence()
  return {
    precision,
    contextSize: sequence.contextSize,
    clearHistory: () => sequence.clearHistory(),
    evaluateWithoutGeneratingNewTokens: (tokens) => sequence.evaluateWithoutGeneratingNewTokens(tokens),
    controlledEvaluate: async (tokens) => {
      const outputs = await sequence.controlledEvaluate(tokens.map(flagToken))
      return tokens.map(({ next }, index) => readNextFigures(outputs[index], next))
    },
    dispose: () => context.dispose(),
  }
}

/**
 * Of the vocabulary only what a logarithm of softmax needs crosses over: a logit, the largest, and a sum. Version 3.22.1
 * leaves out the largest where `includeMax` asks for it; asked for as the top two, it is there.
 */
function flagToken({ token, next }: FlaggedToken): readonly [number, object] {
  const logits = { filter: { tokens: [next], includeTop: 2 } }
  return [token, { generateNext: { logits, totalLogitWeight: true } }]
}

function readNextFigures(output: NativeFigures | undefined, next: number): NextFigures {
  const { logits, totalLogitWeight } = output?.next ?? {}
  const logit = logits?.get(next)
  if (logits === undefined || logits.size < 2 || logit === undefined || totalLogitWeight === undefined)
    throw new ModelFailure(
      'bad-request',
      `This version of ${packageName} gives no logits: take 3.22 or later.`,
    )
  return { logit, maxLogit: findLargest(logits.values()), totalLogitWeight }
}
