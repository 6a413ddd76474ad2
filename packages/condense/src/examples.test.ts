import { execFile } from 'node:child_process'
import { copyFile, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import Anthropic from '@anthropic-ai/sdk'
import { jsonSchema, tool } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SeenRequest } from '../../../src/main/platform/llm/testing/model-server.ts'
import { serve } from '../../../src/main/platform/llm/testing/serve.ts'
import { buildPackage } from '../build.ts'
import type * as aiSdkExample from '../examples/ai-sdk.ts'
import type * as anthropicExample from '../examples/anthropic-loop.ts'
import type * as openAiExample from '../examples/openai-loop.ts'
import type * as responsesExample from '../examples/openai-responses-loop.ts'
import { check } from './index.ts'

/** The examples against the real packages, with servers and models of our own behind them: eight reads, then an answer. */

const packageFolder = resolve(import.meta.dirname, '..')
const root = resolve(packageFolder, '../..')
const reads = 8
const atTokens = 4000
const output = Array.from({ length: 120 }, (_, at) => `line ${at} of what was read`).join('\n')
const runTool = async (_: string, input: unknown): Promise<string> => `${JSON.stringify(input)}\n${output}`
const summary = 'Files were read; nothing is left but to answer.'

let folder = ''
beforeAll(async () => {
  // Below the repository, so that its packages are found.
  const cache = join(root, '.cache')
  await mkdir(cache, { recursive: true })
  folder = await mkdtemp(join(cache, 'examples-'))
  const own = join(folder, 'node_modules', '@dewpoint', 'condense')
  await buildPackage(join(own, 'dist'))
  await copyFile(join(packageFolder, 'package.json'), join(own, 'package.json'))
  await cp(join(packageFolder, 'examples'), folder, { recursive: true })
  const compilerOptions = {
    target: 'es2024',
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [join(root, 'node_modules', '@types')],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch(
    (error: { readonly stdout: string }) => error,
  )
  if (stdout !== '') throw new Error(stdout)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the loop on Anthropic’s Messages', () => {
  it('asks for a summary when it gets long, and every request is valid', async () => {
    const { runAgent } = (await import(join(folder, 'anthropic-loop.js'))) as typeof anthropicExample
    let calls = 0
    const server = await serve('anthropic', (request) => {
      if (isSummaryRequest(request)) return json(anthropicAnswer([{ type: 'text', text: summary }]))
      calls += 1
      return json(
        anthropicAnswer(
          calls > reads
            ? [{ type: 'text', text: 'Done.' }]
            : ['a', 'b'].map((side) => ({
                type: 'tool_use',
                id: `toolu_${calls}${side}`,
                name: 'read',
                input: { path: `${calls}${side}.ts` },
              })),
        ),
      )
    })
    const client = new Anthropic({ apiKey: 'key', baseURL: server.url, maxRetries: 0 })
    const tools: Anthropic.Tool[] = [{ name: 'read', input_schema: { type: 'object' } }]
    expect(await runAgent(client, { model: 'm', prompt: 'Read them.', tools, runTool, atTokens })).toBe(
      'Done.',
    )
    const sizes = measureSizes(server.requests, 2 * reads)
    expect(sizes.asked).toBeGreaterThan(0)
    expect(sizes.largest).toBeLessThan(sizes.whole / 2)
  })
})

describe('the loop on OpenAI’s Chat Completions', () => {
  it('clears old results when it gets long, and every request is valid', async () => {
    const { runAgent } = (await import(join(folder, 'openai-loop.js'))) as typeof openAiExample
    let calls = 0
    const server = await serve('openai-chat', () => {
      calls += 1
      const call = {
        id: `call_${calls}`,
        type: 'function',
        function: { name: 'read', arguments: `{"path":"${calls}.ts"}` },
      }
      const message =
        calls > reads
          ? { role: 'assistant', content: 'Done.', refusal: null }
          : { role: 'assistant', content: null, refusal: null, tool_calls: [call] }
      return json({
        id: 'a',
        object: 'chat.completion',
        created: 0,
        model: 'm',
        choices: [{ index: 0, message, finish_reason: 'stop' }],
      })
    })
    const client = new OpenAI({ apiKey: 'key', baseURL: server.url, maxRetries: 0 })
    const tools: OpenAI.ChatCompletionTool[] = [{ type: 'function', function: { name: 'read' } }]
    expect(await runAgent(client, { model: 'm', prompt: 'Read them.', tools, runTool, atTokens })).toBe(
      'Done.',
    )
    const sizes = measureSizes(server.requests, reads)
    expect(sizes.largest).toBeLessThan(sizes.whole)
    expect(JSON.stringify(server.requests.at(-1)?.body)).toContain('You are an agent.')
  })
})

describe('the loop on OpenAI’s Responses', () => {
  it('condenses as Codex does, with reasoning beside its call, and every request is valid', async () => {
    const { runAgent } = (await import(join(folder, 'openai-responses-loop.js'))) as typeof responsesExample
    let calls = 0
    const server = await serve('openai-responses', (request) => {
      if (isSummaryRequest(request)) return json(responsesAnswer([said(summary)]))
      calls += 1
      const reasoning = {
        type: 'reasoning',
        id: `rs_${calls}`,
        summary: [],
        encrypted_content: `sealed ${calls}`,
      }
      const call = {
        type: 'function_call',
        call_id: `call_${calls}`,
        name: 'read',
        arguments: `{"path":"${calls}.ts"}`,
      }
      return json(responsesAnswer(calls > reads ? [said('Done.')] : [reasoning, call]))
    })
    const client = new OpenAI({ apiKey: 'key', baseURL: server.url, maxRetries: 0 })
    const tools: OpenAI.Responses.Tool[] = [{ type: 'function', name: 'read', parameters: {}, strict: false }]
    expect(await runAgent(client, { model: 'm', prompt: 'Read them.', tools, runTool, atTokens })).toBe(
      'Done.',
    )
    const sizes = measureSizes(server.requests, reads)
    expect(sizes.asked).toBeGreaterThan(0)
    expect(sizes.largest).toBeLessThan(sizes.whole)
    for (const { body } of server.requests) expectPaired(body['input'] as readonly Item[])
  })
})

describe('prepareStep of the AI SDK', () => {
  it('carries what was condensed into later steps', async () => {
    const { runAgent } = (await import(join(folder, 'ai-sdk.js'))) as typeof aiSdkExample
    let calls = 0
    const prompts: unknown[][] = []
    const model = new MockLanguageModelV4({
      doGenerate: async ({ prompt, tools }) => {
        const isAsked = tools === undefined || tools.length === 0
        if (isAsked) return aiSdkAnswer([{ type: 'text', text: summary }])
        prompts.push(prompt)
        calls += 1
        return aiSdkAnswer(
          calls > reads
            ? [{ type: 'text', text: 'Done.' }]
            : [
                {
                  type: 'tool-call',
                  toolCallId: `call_${calls}`,
                  toolName: 'read',
                  input: `{"path":"${calls}.ts"}`,
                },
              ],
        )
      },
    })
    const read = tool({
      inputSchema: jsonSchema<{ path: string }>({ type: 'object', properties: { path: { type: 'string' } } }),
      execute: ({ path }) => ({ path, output }),
    })
    const result = await runAgent(model, { prompt: 'Read them.', tools: { read }, atTokens })
    expect(result.text).toBe('Done.')
    expect(prompts).toHaveLength(reads + 1)
    for (const prompt of prompts) expect(check(prompt as object[], 'ai-sdk')).toEqual([])
    expect(model.doGenerateCalls.length).toBeGreaterThan(prompts.length)
    // One summary serves the steps after it.
    expect(model.doGenerateCalls.length - prompts.length).toBeLessThan(reads / 2)
    expect(JSON.stringify(prompts.at(-1))).toContain(summary)
    expect(JSON.stringify(prompts.at(-1)).length).toBeLessThan((reads * output.length) / 1.5)
  })
})

const json = (body: object) =>
  ({ kind: 'raw', body: JSON.stringify(body), contentType: 'application/json' }) as const

const isSummaryRequest = ({ body }: SeenRequest): boolean => body['tools'] === undefined

function anthropicAnswer(content: readonly object[]): object {
  const usage = { input_tokens: 1, output_tokens: 1 }
  return {
    id: 'msg',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content,
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage,
  }
}

const said = (text: string) => ({
  type: 'message',
  id: 'msg',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [] }],
})

function responsesAnswer(output: readonly object[]): object {
  return { id: 'resp', object: 'response', created_at: 0, model: 'm', status: 'completed', output }
}

type Item = { readonly type?: string; readonly encrypted_content?: string; readonly call_id?: string }

/** Reasoning without the item that followed it is refused by the API. */
function expectPaired(input: readonly Item[]): void {
  const parted = input.filter(
    ({ type, encrypted_content: sealed }, at) =>
      type === 'reasoning' && `sealed ${input[at + 1]?.call_id?.slice(5)}` !== sealed,
  )
  expect(parted).toEqual([])
}

type Answer = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>

function aiSdkAnswer(content: Answer['content']): Answer {
  const isCall = content.some(({ type }) => type === 'tool-call')
  return {
    content,
    finishReason: { unified: isCall ? 'tool-calls' : 'stop', raw: undefined },
    usage: {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 },
    },
    warnings: [],
  }
}

/** How often a summary was asked for, the characters of the largest request, and of all results. */
function measureSizes(
  requests: readonly SeenRequest[],
  results: number,
): Readonly<Record<'asked' | 'largest' | 'whole', number>> {
  const steps = requests.filter((request) => !isSummaryRequest(request))
  for (const { body } of steps) expect(check((body['messages'] ?? body['input']) as object[])).toEqual([])
  return {
    asked: requests.length - steps.length,
    largest: Math.max(...steps.map(({ text }) => text.length)),
    whole: results * output.length,
  }
}
