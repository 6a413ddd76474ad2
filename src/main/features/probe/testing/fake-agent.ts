import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { appendFileSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { hasFinishedFork } from './has-finished-fork.ts'

/**
 * An agent of a hundred lines for tests, which goes on with a session of pi by a prompt: it asks the model at
 * `FAKE_AGENT_URL`, does what that calls for, and writes all of it into the session. `node fake-agent.ts --session <file> -p
 * <prompt>`.
 */

type Part = { readonly type: string; readonly [key: string]: unknown }
type Entry = {
  readonly type: string
  readonly id: string
  readonly message?: {
    readonly role: string
    readonly content: readonly Part[]
    readonly toolCallId?: string
  }
}
type Call = { readonly id: string; readonly function: { readonly name: string; readonly arguments: string } }
type Reply = {
  readonly choices: readonly [
    { readonly message: { readonly content: string | null; readonly tool_calls?: readonly Call[] } },
  ]
  readonly usage: {
    readonly prompt_tokens: number
    readonly completion_tokens: number
    readonly prompt_tokens_details: { readonly cached_tokens: number }
  }
}

const args = process.argv.slice(2)
const after = (option: string): string => args[args.indexOf(option) + 1] ?? ''
if (args.includes('--version')) {
  holdWhenAsked('version')
  process.stdout.write(`${process.env['FAKE_AGENT_VERSION'] ?? '1.6.0'}\n`)
  process.exit(0)
}
if (args.includes('--check')) {
  holdWhenAsked('check')
  process.exit(0)
}
const file = after('--session')
writeFileSync(join(process.env['HOME'] ?? '', 'was-here'), process.cwd())
misbehave(process.env['FAKE_AGENT_WAY'] ?? '')
holdWhenAsked('start')
say({ role: 'user', content: [{ type: 'text', text: after('-p') }] })
for (;;) {
  await new Promise((settle) => setTimeout(settle, Number(process.env['FAKE_AGENT_PAUSE_MS'] ?? 0)))
  const { choices, usage } = await ask()
  const { content, tool_calls: calls = [] } = choices[0].message
  const factor = Number(process.env['FAKE_AGENT_FACTOR'] ?? 1)
  const cacheRead = usage.prompt_tokens_details.cached_tokens
  say({
    role: 'assistant',
    content: [
      { type: 'text', text: content ?? '' },
      ...calls.map(({ id, function: { name, arguments: text } }) => ({
        type: 'toolCall',
        id,
        name,
        arguments: JSON.parse(text),
      })),
    ],
    api: 'openai-completions',
    provider: 'openai',
    model: 'gpt-5-mini',
    usage: {
      input: factor * (usage.prompt_tokens - cacheRead),
      output: factor * usage.completion_tokens,
      cacheRead,
      cacheWrite: 0,
      totalTokens: usage.prompt_tokens + usage.completion_tokens,
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
    },
    stopReason: calls.length > 0 ? 'toolUse' : 'stop',
  })
  holdWhenAsked('turn')
  for (const { id, function: call } of calls)
    say({
      role: 'toolResult',
      toolCallId: id,
      toolName: call.name,
      content: [{ type: 'text', text: act(call.name, JSON.parse(call.arguments)) }],
      isError: false,
    })
  if (calls.length === 0) break
}

/** Stays at a point for ever where it is told to, and says that it has come there. */
function holdWhenAsked(point: string): void {
  if (process.env['FAKE_AGENT_HOLD'] !== point || (point !== 'version' && !hasFinishedFork())) return
  writeFileSync(process.env['FAKE_AGENT_MARK'] ?? '', point)
  stayForEver()
}

function stayForEver(): never {
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

/** What agents do that nobody wants. */
function misbehave(way: string): void {
  const outside = process.env['FAKE_AGENT_OUTSIDE'] ?? ''
  switch (way) {
    case 'hang':
      for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined)
      return stayForEver()
    case 'flood':
      for (;;) writeSync(1, 'x'.repeat(65_536))
    case 'daemon':
      // In a session of its own, without the variables and the folder that it was started with.
      spawn('/bin/sh', ['-c', `sleep 600 # ${outside}`], {
        cwd: '/',
        env: {},
        detached: true,
        stdio: 'ignore',
      })
      return
    case 'outside':
      return writeFileSync(outside, 'was here')
    case 'half':
      appendFileSync(file, '{"type":"message","id":"e99')
      return process.exit(0)
    case 'half-said':
      writeSync(1, '{"type":"res')
      return process.exit(3)
    case 'nothing':
      return process.exit(0)
    case 'remove':
      rmSync(file)
      return process.exit(0)
    case 'crash':
      writeSync(2, 'Error: 401 invalid key\n    at line 1\n')
      return process.exit(1)
    default:
  }
}

function readEntries(): readonly Entry[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines.map((line): Entry => JSON.parse(line))
}

function say(message: object): void {
  const parentId = readEntries().at(-1)?.id ?? null
  const now = Date.now()
  const entry = {
    type: 'message',
    id: randomUUID().slice(0, 8),
    parentId,
    timestamp: new Date(now).toISOString(),
    message: { ...message, timestamp: now },
  }
  appendFileSync(file, `${JSON.stringify(entry)}\n`)
}

async function ask(): Promise<Reply> {
  const messages = readEntries().flatMap(({ message }): readonly object[] => {
    if (message === undefined) return []
    const text = message.content.map(({ text: own }) => (typeof own === 'string' ? own : '')).join('\n')
    const calls = message.content.filter(({ type }) => type === 'toolCall')
    if (message.role === 'toolResult')
      return [{ role: 'tool', tool_call_id: message.toolCallId, content: text }]
    return [{ role: message.role, content: text, ...(calls.length === 0 ? {} : { tool_calls: calls }) }]
  })
  const response = await fetch(`${process.env['FAKE_AGENT_URL'] ?? ''}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({
      model: 'gpt-5-mini',
      messages: [{ role: 'system', content: 'You are an agent.' }, ...messages],
      tools: ['read', 'bash', 'edit', 'write'].map((name) => ({ type: 'function', function: { name } })),
    }),
  })
  holdWhenAsked('request')
  // What the server of the tests answers.
  return (await response.json()) as Reply
}

function act(name: string, input: Readonly<Record<string, string>>): string {
  const path = resolve(input['path'] ?? '.')
  if (name === 'read') return readFileSync(path, 'utf8')
  if (name === 'bash') return execFileSync('/bin/sh', ['-c', input['command'] ?? ''], { encoding: 'utf8' })
  writeFileSync(path, input['content'] ?? '')
  return `Wrote ${input['path'] ?? ''}`
}
