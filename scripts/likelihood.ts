import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLikelihoodModel } from '../src/main/kernel/likelihood-model.ts'
import { createModel } from '../src/main/platform/llm/create-model.ts'
import { loadLlama } from '../src/main/platform/llm/likelihood/load-llama.ts'
import { makeTinyLlama, tinyLogProbabilities } from '../src/main/platform/llm/testing/tiny-llama.ts'
import { buildGguf } from '../src/main/platform/llm/testing/write-gguf.ts'

/**
 * `npm run likelihood -- [folder]`: holds node-llama-cpp to a direct calculation of a tiny network of random weights,
 * through the very adapter that experiments use. `folder` has node-llama-cpp in its `node_modules`. No part of the gate,
 * since the package is large and optional.
 */

const tolerance = 1e-4
const signal = new AbortController().signal
const libraryFolder = process.argv[2] ?? process.cwd()

const prefix = 'read src/parser.ts\nThe test fails in line 40. Never touch vendor files – «ünï».\n'.repeat(3)
const continuation =
  'read src/parser.test.ts\nread docs/漢字.md and run the tests once more, please. '.repeat(2)

const folder = await mkdtemp(join(tmpdir(), 'dewpoint-likelihood-'))
try {
  const rows: string[] = []
  for (const seed of [1, 2, 3]) rows.push(await compare(seed))
  process.stdout.write(`${rows.join('\n')}\n`)
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function compare(seed: number): Promise<string> {
  const network = makeTinyLlama(seed)
  const path = join(folder, `tiny-${seed}.gguf`)
  await writeFile(path, buildGguf(network))
  const info = {
    id: 'tiny',
    label: 'Tiny',
    windowTokens: 2048,
    maxOutputTokens: 1,
    supportsImages: false,
    prices: {},
    isExtractive: false,
  }
  const options = { model: path, baseUrl: null, key: null, timeoutMs: 60_000, libraryFolder, info }
  const model = createModel({ ...options, vendor: 'gguf', api: 'chat-completions' })
  const counter = { id: 'none', count: () => 0 }
  const scored = createLikelihoodModel(model, counter).score({ prefix, continuation, label: 'check', signal })
  const { tokens, version } = await scored
  const library = await (await loadLlama(libraryFolder)).loadModel(path)
  const ids = [library.startToken ?? 0, ...library.tokenize(prefix), ...library.tokenize(continuation)]
  const expected = tinyLogProbabilities(network, ids).slice(-tokens.length)
  await library.dispose()
  const differences = tokens.map(({ logProbability }, at) => Math.abs(logProbability - (expected[at] ?? 0)))
  const largest = Math.max(...differences)
  if (largest > tolerance) process.exitCode = 1
  const mean = expected.reduce((sum, one) => sum + one, 0) / expected.length
  return `${largest <= tolerance ? 'ok' : 'NOT OK'}: seed ${seed}, ${tokens.length} tokens after ${ids.length - tokens.length}, mean log-probability ${mean.toFixed(4)}, largest difference ${largest.toExponential(2)} (${version})`
}
