import { describe, expect, it } from 'vitest'
import { readCompacted } from '../../../kernel/compaction.ts'
import type { ModelMessage } from '../../../kernel/language-model.ts'
import { requireFailure, hear, createTestModel, buildRequest } from '../testing/ask.ts'
import { compactReply } from '../testing/compaction-replies.ts'
import { responsesFaults } from '../testing/message-rules.ts'
import type { Reply } from '../testing/model-server.ts'
import type { Protocol } from '../testing/protocols.ts'
import { serve } from '../testing/serve.ts'

const messages: ModelMessage[] = [
  { role: 'user', content: 'Fix it' },
  {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'Hm.', encrypted_content: 'gR' },
      { type: 'thinking', thinking: 'Open.' },
      { type: 'tool_use', id: 'c1', name: 'read', input: { path: 'a.ts' } },
    ],
  },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'text' }] },
  {
    role: 'assistant',
    content: [{ type: 'compaction', id: 'cmp', encrypted_content: 'gC', countedTokens: 9 }],
  },
]
const sealed = { type: 'compaction', id: 'cmp_1', encrypted_content: 'gAAAA' }
const compaction = { kind: 'openai-compact', instructions: '' } as const

async function ask(reply: Reply, protocol: Protocol = 'openai-responses') {
  const server = await serve(protocol, reply)
  const heard = await hear(
    createTestModel(protocol, server.url),
    buildRequest({ compaction, system: '', messages }),
  )
  return { server, heard }
}

describe("OpenAI's compaction", () => {
  it.each(['openai-responses', 'openai-chat'] as const)('is asked for beside %s', async (protocol) => {
    const { server, heard } = await ask(compactReply([sealed]), protocol)
    expect(heard.error).toBeNull()
    const [request] = server.requests
    expect(request?.path).toBe('/v1/responses/compact')
    expect(Object.keys(request?.body ?? {})).toEqual(['model', 'input'])
    expect(responsesFaults(request?.body['input'])).toEqual([])
    expect(request?.body['input']).toEqual([
      { role: 'user', content: [{ type: 'input_text', text: 'Fix it' }] },
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }], encrypted_content: 'gR' },
      { type: 'function_call', call_id: 'c1', name: 'read', arguments: '{"path":"a.ts"}' },
      { type: 'function_call_output', call_id: 'c1', output: [{ type: 'input_text', text: 'text' }] },
      { type: 'compaction', id: 'cmp', encrypted_content: 'gC' },
    ])
  })

  it('gives its items, and counts what it wrote without its reasoning', async () => {
    const { heard } = await ask(compactReply([sealed]))
    expect(readCompacted(heard.text)).toEqual({
      output: [sealed],
      stop: null,
      writtenTokens: 100,
      readTokens: 1000,
    })
    expect(heard.events).toContainEqual({
      kind: 'usage',
      usage: { input: 800, output: 130, cacheReads: 200, cacheWrites: 0 },
    })
  })

  it('that tells no usage has unknown tokens', async () => {
    const { heard } = await ask(compactReply([sealed], null))
    expect(readCompacted(heard.text)).toMatchObject({ writtenTokens: null, readTokens: null })
  })

  it.each<[string, Reply, string]>([
    [
      'no compaction',
      { kind: 'raw', contentType: 'application/json', body: '{"object":"response"}' },
      'bad-request',
    ],
    [
      'half an answer',
      { kind: 'raw', contentType: 'application/json', body: '{"object', isCut: true },
      'network',
    ],
    ['a server without it', { kind: 'error', status: 404 }, 'bad-request'],
    ['words of its own', { kind: 'error', status: 400, message: 'Not for model-1.' }, 'bad-request'],
  ])('that comes as %s is a failure', async (_name, reply, code) => {
    const { heard } = await ask(reply)
    expect(requireFailure(heard)).toMatchObject({ code })
  })
})
