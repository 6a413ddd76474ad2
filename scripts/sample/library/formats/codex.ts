import { assertNever } from '../../../../src/shared/kernel/assert-never.ts'
import { countTokens } from '../../bill.ts'
import { hex, uuid, word } from '../logs.ts'
import type { Played, PlayedStory, PlayedUse } from '../play-story.ts'
import { addUsage, promptOf, traitsOf, type Usage } from '../traits.ts'
import { iso, jsonLines, type Writer } from './shared.ts'

type Item = Readonly<Record<string, unknown>>

const version = '0.149.0'

/** Writes a rollout of Codex: items, counts behind each response, and a replacement history where it compacted. */
export const writeCodex: Writer = (played) => {
  const rollout = new Rollout(played)
  for (const one of played.happened) rollout.add(one)
  const day = iso(Date.parse(played.story.startedAt))
  const folder = day.slice(0, 10).replaceAll('-', '/')
  const name = `rollout-${day.slice(0, 19).replaceAll(':', '-')}-${rollout.id}.jsonl`
  return new Map([[`codex/sessions/${folder}/${name}`, rollout.text()]])
}

class Rollout {
  readonly #played: PlayedStory
  readonly id: string
  readonly #lines: Item[] = []
  readonly #typed: Item[] = []
  #total: Usage = { fresh: 0, cacheReads: 0, cacheWrites: 0, output: 0 }
  #windows = 0

  constructor(played: PlayedStory) {
    this.#played = played
    this.id = uuid(played.random)
    const { story } = played
    const ts = Date.parse(story.startedAt)
    this.#line(ts, 'session_meta', {
      id: this.id,
      session_id: this.id,
      timestamp: story.startedAt,
      cwd: story.workspace,
      originator: 'codex_cli_rs',
      cli_version: version,
      source: 'cli',
      model_provider: 'openai',
      base_instructions: { text: 'You are Codex, a coding agent. (The sample leaves the rest out.)' },
      git: { branch: story.branch },
    })
    this.#item(ts, this.#context())
  }

  text(): string {
    return jsonLines(this.#lines)
  }

  add(one: Played): void {
    switch (one.kind) {
      case 'typed':
        this.#type(one)
        break
      case 'answer':
        this.#answer(one)
        break
      case 'condensation':
        this.#compact(one)
        break
      default:
        assertNever(one)
    }
  }

  #context(): Item {
    const { workspace } = this.#played.story
    const text = `<environment_context>\n  <cwd>${workspace}</cwd>\n  <shell>bash</shell>\n</environment_context>`
    return message('user', text)
  }

  #type({ ts, text }: Extract<Played, { kind: 'typed' }>): void {
    const { story, random } = this.#played
    this.#line(ts, 'event_msg', { type: 'task_started', model_context_window: 258_400 })
    this.#line(ts, 'turn_context', {
      turn_id: uuid(random),
      cwd: story.workspace,
      approval_policy: 'on-request',
      sandbox_policy: { type: 'workspace-write' },
      model: story.model,
      effort: 'medium',
      summary: 'auto',
    })
    const item = message('user', text)
    this.#typed.push(item)
    this.#item(ts, item)
    this.#line(ts, 'event_msg', { type: 'user_message', message: text })
  }

  #answer({ doneTs, thought, text, uses, usage }: Extract<Played, { kind: 'answer' }>): void {
    const { random } = this.#played
    if (thought !== '') {
      this.#item(doneTs - 900, {
        type: 'reasoning',
        id: `rs_${hex(random, 24)}`,
        summary: [{ type: 'summary_text', text: thought }],
        content: null,
        encrypted_content: `gAAAAAB${word(random, 160)}`,
      })
    }
    if (text !== '') {
      this.#item(doneTs - 600, message('assistant', text, `msg_${hex(random, 24)}`))
      this.#line(doneTs - 600, 'event_msg', { type: 'agent_message', message: text })
    }
    const calls = uses.map((use) => ({ use, id: `call_${word(random, 24)}` }))
    for (const { use, id } of calls) this.#item(doneTs, callOf(use, id))
    for (const { use, id } of calls) {
      const isPatch = use.use.tool === 'write' || use.use.tool === 'edit'
      const type = isPatch ? 'custom_tool_call_output' : 'function_call_output'
      this.#item(use.doneTs, { type, call_id: id, output: outputOf(use, hex(random, 6)) })
    }
    this.#count(uses.at(-1)?.doneTs ?? doneTs, usage, thought)
    if (uses.length === 0)
      this.#line(doneTs, 'event_msg', { type: 'task_complete', last_agent_message: text })
  }

  #count(ts: number, usage: Usage, thought: string): void {
    this.#total = addUsage(this.#total, usage)
    this.#line(ts, 'event_msg', {
      type: 'token_count',
      info: {
        total_token_usage: figures(this.#total, 0),
        last_token_usage: figures(usage, thought === '' ? 0 : countTokens(thought)),
        model_context_window: 258_400,
      },
      rate_limits: null,
    })
  }

  #compact({ doneTs, summary, usage }: Extract<Played, { kind: 'condensation' }>): void {
    this.#windows += 1
    const text = traitsOf.codex.lead + summary
    this.#count(doneTs, usage, '')
    this.#line(doneTs, 'compacted', {
      message: text,
      replacement_history: [this.#context(), ...this.#typed, message('user', text)],
      window_number: this.#windows,
      window_id: uuid(this.#played.random),
    })
    this.#line(doneTs, 'event_msg', { type: 'context_compacted' })
  }

  #item(ts: number, payload: Item): void {
    this.#line(ts, 'response_item', payload)
  }

  #line(ts: number, type: string, payload: Item): void {
    this.#lines.push({ timestamp: iso(ts), type, payload })
  }
}

function message(role: 'user' | 'assistant', text: string, id?: string): Item {
  const type = role === 'user' ? 'input_text' : 'output_text'
  return { type: 'message', ...(id === undefined ? {} : { id }), role, content: [{ type, text }] }
}

/** Codex counts cached tokens as part of the input. */
function figures(usage: Usage, reasoning: number): Item {
  const input = promptOf(usage)
  return {
    input_tokens: input,
    cached_input_tokens: usage.cacheReads,
    output_tokens: usage.output,
    reasoning_output_tokens: Math.min(usage.output, reasoning),
    total_tokens: input + usage.output,
  }
}

function callOf({ use }: PlayedUse, id: string): Item {
  const command = (cmd: string): Item => ({
    type: 'function_call',
    name: 'exec_command',
    arguments: JSON.stringify({ cmd, yield_time_ms: 10_000 }),
    call_id: id,
  })
  const patch = (input: string): Item => ({
    type: 'custom_tool_call',
    status: 'completed',
    call_id: id,
    name: 'apply_patch',
    input: `*** Begin Patch\n${input}\n*** End Patch\n`,
  })
  const marked = (text: string, mark: string): string =>
    text
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => mark + line)
      .join('\n')
  switch (use.tool) {
    case 'read':
      return command(`sed -n '1,400p' ${use.path}`)
    case 'list':
      return command(`rg --files ${use.path}`)
    case 'search':
      return command(`rg -n ${JSON.stringify(use.pattern)} ${use.path}`)
    case 'run':
      return command(use.command)
    case 'write':
      return patch(`*** Add File: ${use.path}\n${marked(use.content, '+')}`)
    case 'edit':
      return patch(`*** Update File: ${use.path}\n@@\n${marked(use.find, '-')}\n${marked(use.replace, '+')}`)
    case 'plan':
      return {
        type: 'function_call',
        name: 'update_plan',
        arguments: JSON.stringify({
          plan: use.items.map(({ text, state }) => ({ step: text, status: state })),
        }),
        call_id: id,
      }
    default:
      return assertNever(use)
  }
}

function outputOf({ use, result, isError }: PlayedUse, chunk: string): string {
  if (use.refused !== undefined) return `exec command rejected by user: ${result}`
  switch (use.tool) {
    case 'write':
      return `Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\nA ${use.path}\n`
    case 'edit':
      return isError
        ? `apply_patch verification failed: Failed to find expected lines in ${use.path}:\n${use.find}`
        : `Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following files:\nM ${use.path}\n`
    case 'plan':
      return 'Plan updated'
    default: {
      const exit = use.tool === 'run' ? use.exit : isError ? 1 : 0
      return `Chunk ID: ${chunk}\nWall time: 0.0500 seconds\nProcess exited with code ${exit}\nOriginal token count: ${countTokens(result)}\nOutput:\n${result}`
    }
  }
}
