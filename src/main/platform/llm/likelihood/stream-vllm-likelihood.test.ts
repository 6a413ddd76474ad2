import { expect, it, onTestFinished } from 'vitest'
import { ModelFailure } from '../../../kernel/language-model.ts'
import { createLikelihoodModel, type Likelihood } from '../../../kernel/likelihood-model.ts'
import type { ModelOptions } from '../create-model.ts'
import { createTestModel } from '../testing/ask.ts'
import { startModelServer } from '../testing/model-server.ts'
import { startNgramServer, type NgramServer } from '../testing/ngram-server.ts'

const signal = new AbortController().signal
/** A token of ours has four characters. */
const counter = { id: 'quarter', count: (text: string) => Math.ceil(text.length / 4) }

async function serve(options: Parameters<typeof startNgramServer>[0] = {}): Promise<NgramServer> {
  const server = await startNgramServer(options)
  onTestFinished(() => server.close())
  return server
}

function score(
  url: string,
  prefix: string,
  continuation: string,
  more: Partial<ModelOptions> = {},
): Promise<Likelihood> {
  const model = createTestModel('openai-chat', url, { vendor: 'openai-compatible', ...more })
  return createLikelihoodModel(model, counter).score({ prefix, continuation, label: 'test', signal })
}

const catchFailure = async (work: Promise<unknown>): Promise<ModelFailure> => {
  const error = await work.catch((thrown: unknown) => thrown)
  if (error instanceof ModelFailure) return error
  throw new Error('It did not fail.', { cause: error })
}

/** The probability of a byte after others, counted anew at its place. */
function directly(bytes: readonly number[], at: number): number {
  const before = bytes.slice(0, at)
  const follows = (gram: readonly number[]): number[] =>
    before.filter(
      (_, index) =>
        index >= gram.length && gram.every((byte, place) => before[index - gram.length + place] === byte),
    )
  const share = (gram: readonly number[], shorter: number): number => {
    const followers = follows(gram)
    return (followers.filter((byte) => byte === bytes[at]).length + shorter) / (followers.length + 1)
  }
  const one = (before.filter((byte) => byte === bytes[at]).length + 1) / (before.length + 257)
  return Math.log(share(bytes.slice(at - 2, at), share(bytes.slice(at - 1, at), one)))
}

it('gives the log-probability of each token of the continuation as a direct calculation has it', async () => {
  const server = await serve()
  const prefix = 'read src/parser.ts\nedit src/parser.ts\nrun npm test: 3 failed in src/parser.test.ts\n'
  const continuation = 'read src/parser.test.ts – «ünï» 漢字'
  const { tokens, version } = await score(server.url, prefix, continuation)
  const bytes = [256, ...Buffer.from(prefix + continuation)]
  const first = 1 + Buffer.byteLength(prefix)
  expect(tokens).toHaveLength(Buffer.byteLength(continuation))
  tokens.forEach(({ logProbability }, index) => {
    expect(Math.abs(logProbability - directly(bytes, first + index))).toBeLessThan(1e-4)
  })
  expect(tokens.slice(0, 4).map(({ text }) => text)).toEqual(['r', 'e', 'a', 'd'])
  expect(version).toBe('vLLM 0.99.0')
})

it('finds what stands in the prefix likelier than what does not', async () => {
  const server = await serve()
  const sum = ({ tokens }: Likelihood): number =>
    tokens.reduce((total, { logProbability }) => total + logProbability, 0)
  const known = await score(server.url, 'The file is src/very-long-name.ts. ', 'src/very-long-name.ts')
  const unknown = await score(server.url, 'The file is gone. Nobody knows it. ', 'src/very-long-name.ts')
  expect(sum(known)).toBeGreaterThan(sum(unknown) + 10)
})

it('tries a server once with five tokens', async () => {
  const server = await serve()
  await score(server.url, 'before', 'after')
  await score(server.url, 'before', 'another')
  const [ask, complete] = ['/tokenize', '/v1/completions']
  expect(server.paths).toEqual([ask, complete, '/version', ask, ask, complete, ask, ask, complete])
})

it('refuses a server that gives no log-probabilities of a prompt, in one line and after five tokens', async () => {
  const server = await serve({ isVllm: false })
  const failure = await catchFailure(score(server.url, 'before', 'after'))
  expect(failure.code).toBe('bad-request')
  expect(failure.message).toMatch(
    /^127\.0\.0\.1:\d+ gives no log-probabilities of a prompt: take a vLLM server, or a GGUF file \(vendor gguf\)\.$/,
  )
  expect(server.paths).toEqual(['/tokenize', '/v1/completions'])
})

it('refuses probabilities above 1', async () => {
  const server = await serve({ shift: 20 })
  const failure = await catchFailure(score(server.url, 'before', 'after'))
  expect(failure.message).toContain('gives no log-probabilities of a prompt')
})

it('refuses a server that knows no tokens, with the same line', async () => {
  const server = await startModelServer({
    protocol: 'openai-chat',
    script: [{ kind: 'error', status: 404, message: 'Not Found' }],
  })
  onTestFinished(() => server.close())
  const failure = await catchFailure(score(server.url, 'before', 'after'))
  expect(failure.message).toContain('gives no log-probabilities of a prompt')
  expect(server.requests).toHaveLength(1)
})

it('refuses the vendors themselves before anything is sent', async () => {
  const server = await startModelServer({ protocol: 'openai-chat', script: [{ kind: 'silence' }] })
  onTestFinished(() => server.close())
  const failure = await catchFailure(score(server.url, 'before', 'after', { vendor: 'openai' }))
  expect(failure.message).toContain('gives no log-probabilities')
  expect(server.requests).toEqual([])
})

it('refuses what is too long before anything is sent', async () => {
  const server = await serve()
  const info = { ...createTestModel('openai-chat', server.url).info, windowTokens: 1000 }
  const failure = await catchFailure(score(server.url, 'word '.repeat(1000), 'after', { info }))
  expect(failure.code).toBe('input-too-long')
  expect(failure.message).toContain('1,252 tokens, more than the 1,000')
  expect(server.paths).toEqual([])
})

it('refuses what the server itself counts as too long before the text is to be computed', async () => {
  const server = await serve()
  server.maxModelLen = 120
  const failure = await catchFailure(score(server.url, 'word '.repeat(30), 'after'))
  expect(failure.code).toBe('input-too-long')
  expect(server.paths.filter((path) => path === '/v1/completions')).toHaveLength(1)
})

it('says a key to the server alone', async () => {
  const server = await startModelServer({
    protocol: 'openai-chat',
    script: [{ kind: 'error', status: 401, message: 'Wrong key sk-secret-0123456789' }],
  })
  onTestFinished(() => server.close())
  const failure = await catchFailure(score(server.url, 'before', 'after'))
  expect(server.requests[0]?.headers.authorization).toBe('Bearer sk-secret-0123456789')
  expect(failure.code).toBe('authentication')
  expect(failure.message).not.toContain('0123456789')
})

it('stops at a cancel', async () => {
  const server = await startModelServer({ protocol: 'openai-chat', script: [{ kind: 'silence' }] })
  onTestFinished(() => server.close())
  const controller = new AbortController()
  const model = createTestModel('openai-chat', server.url, { vendor: 'openai-compatible' })
  const asked = { prefix: 'a', continuation: 'b', label: 'test', signal: controller.signal }
  const work = createLikelihoodModel(model, counter).score(asked)
  await server.seen(1)
  controller.abort()
  await expect(work).rejects.toThrow('cancelled')
})
