import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ModelFailure, type LanguageModel } from '../../../kernel/language-model.ts'
import { createLikelihoodModel, type Likelihood } from '../../../kernel/likelihood-model.ts'
import { hear, createTestModel, buildRequest } from '../testing/ask.ts'
import { makeTinyLlama, tinyLogProbabilities } from '../testing/tiny-llama.ts'
import { buildGguf } from '../testing/write-gguf.ts'
import { createGgufAdapter, type LlamaLibrary, type LlamaSequence } from './gguf-adapter.ts'
import { loadLlama } from './load-llama.ts'

const network = makeTinyLlama(7)
const signal = new AbortController().signal
const counter = { id: 'none', count: () => 0 }
const byteTokens = (text: string): number[] => [...Buffer.from(text)].map((byte) => byte + 3)

let folder: string
let path: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-gguf-'))
})
beforeEach(async () => {
  onChunk = () => undefined
  // Another file each time: the model that was asked last stays loaded.
  path = join(folder, `${calls.loads}-${Math.random()}.gguf`)
  await writeFile(path, buildGguf(network))
  Object.assign(calls, { loads: 0, contexts: [], chunks: [], evaluated: 0 })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const calls = { loads: 0, contexts: [] as number[], chunks: [] as number[], evaluated: 0 }

let onChunk = (): void => undefined

/** Speaks node-llama-cpp's part over the network computed directly. */
const library: LlamaLibrary = {
  version: '3.0.0',
  loadModel: async () => {
    calls.loads += 1
    return {
      trainContextSize: 500,
      startToken: 1,
      tokenize: byteTokens,
      detokenize: (tokens) => Buffer.from(tokens.map((token) => token - 3)).toString('latin1'),
      createSequence: async (contextTokens) => createFakeSequence(contextTokens),
      dispose: async () => undefined,
    }
  },
}

function createFakeSequence(contextSize: number): LlamaSequence {
  calls.contexts.push(contextSize)
  let state: number[] = []
  return {
    contextSize,
    precision: 'F64 cache',
    clearHistory: async () => void (state = []),
    evaluateWithoutGeneratingNewTokens: async (tokens) => {
      calls.evaluated += tokens.length
      state.push(...tokens)
    },
    controlledEvaluate: async (tokens) => {
      calls.chunks.push(tokens.length)
      onChunk()
      const [before, following] = [state, tokens.map(({ next }) => next)]
      state = [...before, ...tokens.map(({ token }) => token)]
      const whole = [...state, ...following.slice(-1)]
      // Computed once for all: what follows a place changes nothing of it.
      expect(whole.slice(before.length + 1)).toEqual(following)
      const figures = tinyLogProbabilities(network, whole).slice(-tokens.length)
      // Logits are known up to a constant, and the weight is that over the largest.
      return figures.map((figure) => ({ logit: figure + 4, maxLogit: 7, totalLogitWeight: Math.exp(-3) }))
    },
    dispose: async () => undefined,
  }
}

const modelFor = (windowTokens = 1000): LanguageModel => {
  const info = { ...createTestModel('anthropic', 'http://127.0.0.1:1').info, windowTokens }
  const options = { info, model: path, baseUrl: null, key: null, timeoutMs: 1000 }
  return createGgufAdapter(async () => library)(options)
}

function score(prefix: string, continuation: string, windowTokens?: number): Promise<Likelihood> {
  const asked = { prefix, continuation, label: 'test', signal }
  return createLikelihoodModel(modelFor(windowTokens), counter).score(asked)
}

it('gives the log-probability of each token as the network has it when it is computed directly', async () => {
  const { tokens, version } = await score('read a', ' then read b')
  const expected = tinyLogProbabilities(network, [1, ...byteTokens('read a then read b')]).slice(6)
  expect(tokens.map(({ text }) => text).join('')).toBe(' then read b')
  tokens.forEach(({ logProbability }, at) => expect(logProbability).toBeCloseTo(expected[at] ?? 0, 10))
  expect(version).toMatch(/^node-llama-cpp 3\.0\.0, [0-9a-f]{16}, F64 cache$/)
})

it('asks for figures in chunks of 64, and for none of the prefix', async () => {
  await score('p'.repeat(10), 'c'.repeat(70))
  expect(calls.chunks).toEqual([64, 6])
  expect(calls.evaluated).toBe(10)
})

it('hears a cancel between two pieces', async () => {
  const controller = new AbortController()
  onChunk = () => controller.abort()
  const asked = { prefix: 'p', continuation: 'c'.repeat(70), label: 'test', signal: controller.signal }
  await expect(createLikelihoodModel(modelFor(), counter).score(asked)).rejects.toThrow('cancelled')
  expect(calls.chunks).toEqual([64])
})

it('loads a file once, and makes one context that is large enough', async () => {
  await score('one', 'two')
  await score('three', 'four')
  expect([calls.loads, calls.contexts]).toEqual([1, [500]])
})

it.each([
  ['the window of the profile', 20, 'more than the 20 of Tested'],
  ['what the model was trained on', 100_000, 'more than the 500 of Tested'],
])('refuses what is longer than %s before anything is computed', async (_name, window, words) => {
  const error = await score('long '.repeat(120), 'end', window).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ModelFailure)
  expect(error).toMatchObject({ code: 'input-too-long', message: expect.stringContaining(words) })
  expect(calls.contexts).toEqual([])
})

it('writes nothing', async () => {
  const { error } = await hear(modelFor(), buildRequest())
  expect(error).toMatchObject({ code: 'bad-request', message: expect.stringContaining('writes nothing') })
})

it('says in one line what to install where the library is missing', async () => {
  const error = await loadLlama(folder).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({
    message: `GGUF files need node-llama-cpp, which is not installed: npm install --prefix "${folder}" node-llama-cpp@3`,
  })
})

it('names a file that is not there', async () => {
  path = join(folder, 'gone.gguf')
  await expect(score('a', 'b')).rejects.toThrow(/gone\.gguf: .*does not exist/)
})
