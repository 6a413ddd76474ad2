/*
 * An external arm that wraps LangChain's `trimMessages`: `node trim-messages.mjs <folder>`, where the folder has the
 * package `@langchain/core` in its `node_modules`. Format: openai-chat. Setting: maxTokens.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const [folder = '.'] = process.argv.slice(2)
const require = createRequire(join(folder, 'package.json'))
const { HumanMessage, AIMessage, ToolMessage, trimMessages } = require('@langchain/core/messages')
const { messages, targetTokens, settings } = JSON.parse(readFileSync(0, 'utf8'))

const toLangChain = ({ role, content, tool_calls: calls = [], tool_call_id }, at) => {
  const own = { id: String(at), content: content ?? '' }
  if (role === 'tool') return new ToolMessage({ ...own, tool_call_id })
  if (role !== 'assistant') return new HumanMessage(own)
  const tool_calls = calls.map(({ id, function: { name, arguments: args } }) => ({
    id,
    name,
    args: JSON.parse(args),
  }))
  return new AIMessage({ ...own, tool_calls })
}

const trimmed = await trimMessages(messages.map(toLangChain), {
  maxTokens: settings.maxTokens ?? targetTokens ?? 20_000,
  tokenCounter: (some) =>
    Math.ceil(some.reduce((sum, one) => sum + JSON.stringify(one.content).length, 0) / 4),
  strategy: 'last',
  startOn: ['human', 'ai'],
  allowPartial: false,
})

// Each message knows its place by its id. A hole in the answer stays a hole: that is for the checks to tell.
const kept = trimmed.map((one) => messages[Number(one?.id)] ?? null)
process.stdout.write(JSON.stringify({ messages: kept, usage: { costUsd: 0 } }))
