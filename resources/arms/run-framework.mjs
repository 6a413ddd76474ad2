/*
 * Runs a framework's own code as an external arm: `node run-framework.mjs <framework> <folder>`, where the folder has the
 * package in its `node_modules`. Reads one JSON document on stdin and writes one on stdout, as examples/arms/README.md says. The
 * version that ran is the first of its notes.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const frameworks = {
  'ai-prune-messages': pruneMessages,
  'langchain-trim-messages': trimMessages,
  'langchain-clear-tool-uses': clearToolUses,
  'pi-find-cut-point': findCutPoint,
}

/** Loads an entry of a package from a folder or one that it lies in, as an import statement there would. */
async function load(folder, name, entry = '.') {
  for (let place = folder; ; place = dirname(place)) {
    const root = join(place, 'node_modules', name)
    const text = read(join(root, 'package.json'))
    if (text !== null) {
      const { version, exports, main } = JSON.parse(text)
      const file = entryOf(exports?.[entry]) ?? (entry === '.' ? (main ?? 'index.js') : null)
      if (file === null) throw new Error(`${name}@${version} has no entry ${entry}.`)
      return { root, version: `${name}@${version}`, module: await import(pathToFileURL(join(root, file))) }
    }
    if (dirname(place) === place)
      throw new Error(`${folder} has no package ${name}: run \`npm install ${name}\` there.`)
  }
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** The file of a conditional export, as Node picks it for an import. */
function entryOf(value) {
  if (typeof value === 'string') return value
  if (value === null || typeof value !== 'object') return null
  return entryOf(value.import) ?? entryOf(value.node) ?? entryOf(value.default) ?? entryOf(value.require)
}

function required(module, name, version) {
  if (typeof module[name] !== 'function')
    throw new Error(`${version} exports no ${name}: it is too old or too new.`)
  return module[name]
}

/** The AI SDK; its messages are those of the format `ai-sdk`. */
async function pruneMessages({ messages, settings }, folder) {
  const { module, version } = await load(folder, 'ai')
  const prune = required(module, 'pruneMessages', version)
  return { messages: prune({ ...settings, messages }), notes: [version] }
}

/** LangChain's messages for those of the format `openai-chat`, one for one; each knows its place by its id. */
function toLangChain(messages, { SystemMessage, HumanMessage, AIMessage, ToolMessage }) {
  const names = namesOfCalls(messages)
  return messages.map((message, at) => {
    const { role, content } = message
    const id = `dewpoint-${at}`
    const own = content ?? ''
    if (role === 'system' || role === 'developer') return new SystemMessage({ id, content: own })
    if (role === 'tool')
      return new ToolMessage({
        id,
        content: own,
        tool_call_id: message.tool_call_id,
        name: names.get(message.tool_call_id),
      })
    if (role !== 'assistant') return new HumanMessage({ id, content: own })
    const calls = (message.tool_calls ?? []).map((call) => ({
      id: call.id,
      name: call.function.name,
      args: parsed(call.function.arguments),
      type: 'tool_call',
    }))
    return new AIMessage({ id, content: own, tool_calls: calls })
  })
}

function namesOfCalls(messages) {
  const calls = messages.flatMap((message) => message.tool_calls ?? [])
  return new Map(calls.map((call) => [call.id, call.function.name]))
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** Back again. What was not changed is the message that came in; what is no message stays what it is. */
function fromLangChain(results, messages, originals) {
  return results.map((result) => {
    if (result === undefined || result === null) return null
    const at = Number(/^dewpoint-(\d+)$/.exec(result.id ?? '')?.[1] ?? -1)
    const [before, original] = [messages[at], originals[at]]
    if (before !== undefined && sameText(result, original)) return before
    const type = result.getType?.() ?? result.type
    if (type === 'tool') return { role: 'tool', tool_call_id: result.tool_call_id, content: result.content }
    if (type !== 'ai') return { role: type === 'human' ? 'user' : type, content: result.content }
    const calls = (result.tool_calls ?? []).map(({ id, name, args }) => ({
      id,
      type: 'function',
      function: { name, arguments: JSON.stringify(args) },
    }))
    const content = result.content === '' ? null : result.content
    return { role: 'assistant', content, ...(calls.length === 0 ? {} : { tool_calls: calls }) }
  })
}

const textOf = ({ content, tool_calls: calls }) => JSON.stringify([content, calls ?? []])
const sameText = (result, original) => textOf(result) === original

/** Four characters to a token: LangChain leaves the counter to whoever calls it. */
const countTokens = (messages) =>
  messages.reduce((sum, message) => sum + Math.ceil(textOf(message).length / 4), 0)

async function trimMessages({ messages, targetTokens, window, settings }, folder) {
  const { module, version } = await load(folder, '@langchain/core', './messages')
  const trim = required(module, 'trimMessages', version)
  const own = toLangChain(messages, module)
  const originals = own.map(textOf)
  // Agents have a system prompt in front, which histories leave out; what is trimmed depends on it.
  const system = new module.SystemMessage({
    id: 'dewpoint-system',
    content: settings.system ?? 'You are an agent.',
  })
  const maxTokens = settings.maxTokens ?? targetTokens ?? Math.floor(window / 2)
  const { system: _system, ...options } = settings
  const results = await trim([system, ...own], { ...options, maxTokens, tokenCounter: countTokens })
  const others = results.filter((result) => result?.id !== 'dewpoint-system')
  return {
    messages: fromLangChain(others, messages, originals),
    notes: [version, `${maxTokens} tokens at most`],
  }
}

async function clearToolUses({ messages, settings }, folder) {
  const { module, version, root } = await load(folder, 'langchain')
  const Edit = required(module, 'ClearToolUsesEdit', version)
  const core = await load(root, '@langchain/core', './messages')
  const own = toLangChain(messages, core.module)
  const originals = own.map(textOf)
  const { trigger, keep, ...more } = settings
  const edit = new Edit({
    ...more,
    trigger: typeof trigger === 'number' ? { tokens: trigger } : trigger,
    keep: typeof keep === 'number' ? { messages: keep } : keep,
  })
  // It changes the list that it is given.
  await edit.apply({ messages: own, countTokens })
  return { messages: fromLangChain(own, messages, originals), notes: [version, core.version] }
}

const cutAlone =
  'The conversation before this point was compacted. No summary was written: this arm shows where the cut is.'

async function findCutPoint({ messages, settings }, folder) {
  const { module, version } = await load(folder, '@mariozechner/pi-coding-agent')
  const find = required(module, 'findCutPoint', version)
  const entries = messages.map((message, at) => ({ type: 'message', id: String(at), message: toPi(message) }))
  const keep = settings.keepRecentTokens ?? module.DEFAULT_COMPACTION_SETTINGS?.keepRecentTokens ?? 20_000
  const { firstKeptEntryIndex, isSplitTurn } = find(entries, 0, entries.length, keep)
  const notes = [version, `cut before message ${firstKeptEntryIndex}${isSplitTurn ? ', within a turn' : ''}`]
  if (firstKeptEntryIndex <= 0) return { messages, notes }
  const summary = settings.summary ?? cutAlone
  return {
    messages: [{ role: 'user', content: summary }, ...messages.slice(firstKeptEntryIndex)],
    summary,
    notes,
  }
}

function toPi({ role, content, tool_calls: calls = [], tool_call_id: id }) {
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? [])
  const blocks = parts.map((part) =>
    part.type === 'image_url' ? { type: 'image', data: part.image_url.url, mimeType: '' } : part,
  )
  if (role === 'tool') return { role: 'toolResult', toolCallId: id, content: blocks }
  if (role !== 'assistant') return { role: 'user', content: blocks }
  const own = calls.map((call) => ({
    type: 'toolCall',
    id: call.id,
    name: call.function.name,
    arguments: parsed(call.function.arguments),
  }))
  return { role: 'assistant', content: [...blocks, ...own] }
}

async function main([framework, folder]) {
  const run = frameworks[framework]
  if (run === undefined || folder === undefined)
    throw new Error(`Usage: node run-framework.mjs <${Object.keys(frameworks).join('|')}> <folder>`)
  const chunks = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  const answer = await run(JSON.parse(Buffer.concat(chunks).toString('utf8')), folder)
  process.stdout.write(JSON.stringify(answer))
}

main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
