import { describe, expect, it } from 'vitest'
import type { ContentBlock } from '../../../../shared/kernel/message.ts'
import { readCompacted, type Compaction } from '../../../kernel/compaction.ts'
import type { ModelMessage } from '../../../kernel/language-model.ts'
import { requireFailure, hear, createTestModel, buildRequest } from '../testing/ask.ts'
import { compactionReply } from '../testing/compaction-replies.ts'
import { anthropicFaults } from '../testing/message-rules.ts'
import type { Reply } from '../testing/model-server.ts'
import { serve } from '../testing/serve.ts'

const compact: Compaction = {
  kind: 'anthropic-compact',
  triggerTokens: 50_000,
  pauses: true,
  instructions: '',
}
const summarize: Compaction = { kind: 'anthropic-summarize', instructions: '  Name the files.  ' }
const messages: ModelMessage[] = [
  { role: 'user', content: 'Fix it' },
  {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'Signed.', signature: 'sig' },
      { type: 'thinking', thinking: 'Not signed.' },
      { type: 'tool_use', id: 'c1', name: 'read', input: { path: 'a.ts' } },
    ],
  },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'text' }] },
  { role: 'assistant', content: [{ type: 'thinking', thinking: 'Loose.', signature: 'sig' }] },
  { role: 'user', content: 'Go on' },
]

async function ask(compaction: Compaction, reply: Reply, more: readonly ModelMessage[] = messages) {
  const server = await serve('anthropic', reply)
  const heard = await hear(
    createTestModel('anthropic', server.url),
    buildRequest({ compaction, system: '', messages: more }),
  )
  return { server, heard, compacted: readCompacted(heard.text) }
}

describe('a compaction by Anthropic', () => {
  it.each([
    [
      'compact_20260112',
      compact,
      'compact-2026-01-12',
      {
        context_management: {
          edits: [
            {
              type: 'compact_20260112',
              trigger: { type: 'input_tokens', value: 50_000 },
              pause_after_compaction: true,
            },
          ],
        },
      },
    ],
    [
      'summarize',
      summarize,
      'compact-2026-09-04',
      { compaction: { type: 'summarize', instructions: 'Name the files.' } },
    ],
  ])('is asked for as %s, with its beta', async (_name, compaction, beta, fields) => {
    const { server, heard } = await ask(compaction, compactionReply())
    expect(heard.error).toBeNull()
    const [request] = server.requests
    expect(request?.path).toBe('/v1/messages?beta=true')
    expect(request?.headers['anthropic-beta']).toBe(beta)
    expect(request?.body).toMatchObject({ model: 'model-1', max_tokens: 500, stream: true, ...fields })
    expect(anthropicFaults(request?.body['messages'])).toEqual([])
  })

  it('is shown thinking that was signed, with something after it, and an earlier compaction first', async () => {
    const earlier: ContentBlock = { type: 'compaction', content: 'Before.', signature: 's', isSummary: true }
    const { server } = await ask(compact, compactionReply(), [
      { role: 'assistant', content: [earlier] },
      ...messages,
    ])
    expect(server.requests[0]?.body['messages']).toEqual([
      { role: 'assistant', content: [{ type: 'compaction', content: 'Before.', signature: 's' }] },
      { role: 'user', content: [{ type: 'text', text: 'Fix it' }] },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Signed.', signature: 'sig' },
          { type: 'tool_use', id: 'c1', name: 'read', input: { path: 'a.ts' } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'text', text: 'text' }] },
          { type: 'text', text: 'Go on' },
        ],
      },
    ])
  })

  it('gives its block, its own tokens, and is paid for with what stands at the top', async () => {
    const { heard, compacted } = await ask(compact, compactionReply())
    expect(compacted).toEqual({
      output: [{ type: 'compaction', content: 'What was done.', encrypted_content: 'c2VhbA' }],
      stop: 'compaction',
      writtenTokens: 100,
      readTokens: 900,
    })
    expect(heard.events.findLast(({ kind }) => kind === 'usage')).toMatchObject({
      usage: { input: 940, output: 112 },
    })
    expect(heard.events.at(-1)).toEqual({ kind: 'stopped', reason: 'finished' })
  })

  it('says that it tells nothing of its own tokens', async () => {
    const { compacted } = await ask(compact, compactionReply({ own: null }))
    expect(compacted).toMatchObject({ writtenTokens: null, readTokens: 40 })
  })

  it('is read from an answer that goes on after the block', async () => {
    const blocks = [
      { type: 'compaction', content: 'Short.' },
      { type: 'text', text: 'And now' },
    ]
    const { compacted } = await ask(
      { ...compact, pauses: false },
      compactionReply({ blocks, stop: 'max_tokens' }),
    )
    expect(compacted).toMatchObject({ output: [{ content: 'Short.' }], stop: 'max_tokens' })
  })

  it('is read from an answer in one piece', async () => {
    const answer = {
      type: 'message',
      content: [{ type: 'compaction', content: 'Whole.' }],
      stop_reason: 'compaction',
      usage: { input_tokens: 5, output_tokens: 6 },
    }
    const body = JSON.stringify(answer)
    const { compacted } = await ask(summarize, { kind: 'raw', contentType: 'application/json', body })
    expect(compacted).toMatchObject({ output: [{ content: 'Whole.' }], readTokens: 5 })
  })

  it('that breaks off is no answer, each time', async () => {
    const { server, heard } = await ask(compact, compactionReply({ isCut: true }))
    expect(requireFailure(heard).code).toBe('network')
    expect(server.requests).toHaveLength(3)
  })

  it.each([
    ['an unknown beta', 400, 'Unexpected value(s) `compact-2026-01-12` for the `anthropic-beta` header'],
    ['a model without it', 400, 'compact_20260112 is not supported by model-1'],
  ])('that a server refuses for %s shows its words', async (_name, status, message) => {
    const { heard } = await ask(compact, { kind: 'error', status, type: 'invalid_request_error', message })
    expect(requireFailure(heard)).toMatchObject({
      code: 'bad-request',
      message: expect.stringContaining(message),
    })
  })

  it('is refused by a profile of another vendor, before anything is sent', async () => {
    const server = await serve('openai-chat', compactionReply())
    const heard = await hear(
      createTestModel('openai-chat', server.url),
      buildRequest({ compaction: compact }),
    )
    expect(requireFailure(heard)).toMatchObject({
      isUnsent: true,
      message: expect.stringContaining('Anthropic'),
    })
    expect(server.requests).toEqual([])
  })

  it('that was refused says so', async () => {
    const { heard } = await ask(compact, compactionReply({ stop: 'refusal', blocks: [] }))
    expect(heard.events.at(-1)).toEqual({ kind: 'stopped', reason: 'refused' })
  })
})

describe('an edit of the context', () => {
  it('is counted before and after, and costs nothing', async () => {
    const seen: unknown[] = []
    const server = await serve('anthropic', compactionReply(), {
      onCount: ({ body, headers }) => {
        seen.push([body, headers['anthropic-beta']])
        return { input_tokens: 70, context_management: { original_input_tokens: 100 } }
      },
    })
    const model = createTestModel('anthropic', server.url)
    const edit = { kind: 'clear-tool-uses', triggerTokens: 100_000, keepResults: 3 } as const
    expect(await model.countEdited?.(buildRequest({ system: '', messages }), edit)).toEqual({
      originalTokens: 100,
      remainingTokens: 70,
    })
    expect(seen).toEqual([
      [
        expect.objectContaining({
          context_management: {
            edits: [
              {
                type: 'clear_tool_uses_20250919',
                trigger: { type: 'input_tokens', value: 100_000 },
                keep: { type: 'tool_uses', value: 3 },
              },
            ],
          },
        }),
        expect.stringContaining('context-management-2025-06-27'),
      ],
    ])
    expect(server.requests).toEqual([])
  })
})
