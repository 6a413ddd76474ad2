import { describe, expect, it } from 'vitest'
import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { draftInput, readDraftedLines } from '../testing/draft-input.ts'
import { codexWriter } from './write-session.ts'

const tools = [{ type: 'namespace', name: 'mcp__docs', tools: [] }]
const patch = { type: 'custom_tool_call', name: 'apply_patch', call_id: 'c2', input: '*** Begin Patch' }
const search = {
  type: 'tool_search_call',
  call_id: 'c1',
  status: 'completed',
  execution: 'client',
  arguments: { query: 'docs' },
}

/** A rollout with a search for tools and a patch. */
const rollout = (head: object = {}): string =>
  [
    { type: 'session_meta', payload: { id: 's', cwd: '/work', model_provider: 'azure', ...head } },
    { type: 'response_item', payload: { type: 'message', role: 'user', content: [] } },
    { type: 'response_item', payload: search },
    { type: 'response_item', payload: { type: 'tool_search_output', call_id: 'c1', tools } },
    { type: 'response_item', payload: patch },
    { type: 'response_item', payload: { type: 'custom_tool_call_output', call_id: 'c2', output: 'Done' } },
  ]
    .map((line) => JSON.stringify({ timestamp: '2026-01-02T03:04:05.000Z', ...line }))
    .join('\n')

const history = ({
  found = JSON.stringify(tools),
  edit = patch.input,
  output = 'Done',
} = {}): readonly Message[] => [
  { role: 'user', content: 'Go' },
  { role: 'assistant', content: [call('c1', 'tool_search', { query: 'docs' })] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: found }] },
  { role: 'assistant', content: [call('c2', 'apply_patch', { input: edit })] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c2', content: output }] },
]

function call(id: string, name: string, input: object): ContentBlock {
  return { type: 'tool_use', id, name, input }
}

/** What a session of messages says, but for the events that its terminal shows. */
async function written(messages: readonly Message[], head: object = {}) {
  const draft = codexWriter.draft(
    await draftInput({ name: 'rollout-a.jsonl', text: rollout(head) }, messages),
  )
  const lines = readDraftedLines(draft)
  const items = lines.flatMap(({ type, payload }) => (type === 'response_item' ? [payload] : []))
  return { draft, lines, items: items.slice(1) }
}

describe('a rollout for Codex', () => {
  it('keeps calls that nobody touched as they were, with the tools that a search has found', async () => {
    const { items } = await written(history())
    expect(items).toEqual([
      search,
      { type: 'tool_search_output', call_id: 'c1', status: 'completed', execution: 'client', tools },
      patch,
      { type: 'custom_tool_call_output', call_id: 'c2', output: 'Done' },
    ])
  })

  it('makes functions of what was changed, the call and its result alike', async () => {
    const { items } = await written(history({ found: '[cleared]', edit: '[cut]', output: 'ok' }))
    expect(items).toEqual([
      { type: 'function_call', name: 'tool_search', arguments: '{"query":"docs"}', call_id: 'c1' },
      { type: 'function_call_output', call_id: 'c1', output: '[cleared]' },
      { type: 'function_call', name: 'apply_patch', arguments: '{"input":"[cut]"}', call_id: 'c2' },
      { type: 'function_call_output', call_id: 'c2', output: 'ok' },
    ])
  })

  it('names the namespace of a tool beside it, also where its call was changed', async () => {
    const { items } = await written([
      { role: 'user', content: 'Go' },
      {
        role: 'assistant',
        content: [{ ...call('c9', 'mcp__docs__find', { q: '[cut]' }), namespace: 'mcp__docs' }],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c9', content: 'ok' }] },
    ])
    expect(items[0]).toEqual({
      type: 'function_call',
      name: 'find',
      namespace: 'mcp__docs',
      arguments: '{"q":"[cut]"}',
      call_id: 'c9',
    })
  })

  it('keeps of the head what Codex can read: in any other form it refuses the session', async () => {
    const good = {
      base_instructions: { text: 'Rules' },
      dynamic_tools: [{ name: 'a', description: '', inputSchema: {} }],
      git: { branch: 'main', commit_hash: null },
    }
    expect((await written(history(), good)).lines[0]?.payload).toMatchObject({
      ...good,
      model_provider: 'azure',
    })
    const broken = { base_instructions: 'Rules', dynamic_tools: { name: 'a' }, git: { branch: { a: 1 } } }
    const { payload = {} } = (await written(history(), broken)).lines[0] ?? {}
    expect(Object.keys(payload)).not.toEqual(expect.arrayContaining(['base_instructions']))
    expect(Object.keys(payload)).not.toEqual(expect.arrayContaining(['dynamic_tools']))
    expect(Object.keys(payload)).not.toEqual(expect.arrayContaining(['git']))
  })

  it('begins with its head, has a prompt to be listed by, and says how large it is', async () => {
    const { lines, draft } = await written(history())
    expect(lines[0]).toMatchObject({
      type: 'session_meta',
      payload: { id: draft.sessionId, session_id: draft.sessionId, cwd: '/work/it', source: 'cli' },
    })
    expect(draft.files[0]?.name).toContain(draft.sessionId)
    expect(draft.sessionId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
    const events = lines.flatMap(({ type, payload = {} }) => (type === 'event_msg' ? [payload['type']] : []))
    expect(events).toEqual(['user_message', 'token_count', 'thread_name_updated'])
  })

  it('is listed by its title where no prompt is left in it', async () => {
    const { lines } = await written(history().slice(1))
    const prompts = lines.flatMap(({ type, payload = {} }, at) =>
      type === 'event_msg' && payload['type'] === 'user_message' ? [[at, payload['message']]] : [],
    )
    expect(prompts).toEqual([[1, 'A copy']])
  })
})
