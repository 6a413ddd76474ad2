import { createHash } from 'node:crypto'
import { assertNever } from '../../../../src/shared/kernel/assert-never.ts'
import { countTokens } from '../../bill.ts'
import { uuid } from '../logs.ts'
import type { Played, PlayedStory, PlayedUse } from '../play-story.ts'
import { promptOf } from '../traits.ts'
import { iso, jsonLines, type Writer } from './shared.ts'

type Value = Readonly<Record<string, unknown>>

/** Writes a chat of Gemini CLI: messages, and the whole history anew where it was compressed. */
export const writeGeminiCli: Writer = (played) => {
  const chat = new Chat(played)
  for (const [at, one] of played.happened.entries()) chat.add(one, at)
  const { workspace, startedAt } = played.story
  const minute = iso(Date.parse(startedAt)).slice(0, 16).replace(':', '-')
  const project = workspace.split('/').at(-1) ?? ''
  return new Map([
    [`gemini-cli/tmp/${project}/chats/session-${minute}-${chat.id.slice(0, 8)}.jsonl`, chat.text()],
  ])
}

class Chat {
  readonly #played: PlayedStory
  readonly id: string
  readonly #lines: Value[] = []
  /** Messages of what happened, by its index. */
  readonly #messages = new Map<number, readonly Value[]>()

  constructor(played: PlayedStory) {
    this.#played = played
    const { story, random } = played
    this.id = uuid(random)
    const { startedAt, workspace } = story
    this.#lines.push({
      sessionId: this.id,
      projectHash: createHash('sha256').update(workspace).digest('hex'),
      startTime: startedAt,
      lastUpdated: startedAt,
      kind: 'main',
      directories: [workspace],
      summary: story.title,
    })
    const text = `<session_context>\nThis is the Gemini CLI. We are setting up the context for our chat.\n- **Workspace Directories:**\n  - ${workspace}\n</session_context>`
    this.#lines.push(this.#message(Date.parse(startedAt), { type: 'user', content: [{ text }] }))
  }

  text(): string {
    return jsonLines(this.#lines)
  }

  add(one: Played, at: number): void {
    switch (one.kind) {
      case 'typed':
        this.#write(at, [this.#message(one.ts, { type: 'user', content: [{ text: one.text }] })])
        break
      case 'answer':
        this.#write(at, this.#answer(one))
        break
      case 'condensation':
        this.#compress(one, at)
        break
      default:
        assertNever(one)
    }
  }

  #write(at: number, messages: readonly Value[]): void {
    this.#messages.set(at, messages)
    this.#lines.push(...messages)
  }

  #answer({ doneTs, thought, text, uses, usage }: Extract<Played, { kind: 'answer' }>): readonly Value[] {
    const timestamp = iso(doneTs)
    const thoughts = Math.min(usage.output, thought === '' ? 0 : countTokens(thought))
    const calls = uses.map((use) => {
      const { name, args } = callOf(use)
      const id = `${name}__${uuid(this.#played.random).slice(0, 8)}`
      const response = use.isError ? { error: resultOf(use) } : { output: resultOf(use) }
      const result = [{ functionResponse: { id, name, response } }]
      return {
        call: { id, name, args, result, status: use.isError ? 'error' : 'success', timestamp },
        result,
      }
    })
    const answer = this.#message(doneTs, {
      type: 'gemini',
      content: text,
      thoughts: thought === '' ? [] : [{ subject: 'Considering', description: thought, timestamp }],
      tokens: {
        input: promptOf(usage),
        output: usage.output - thoughts,
        cached: usage.cacheReads,
        thoughts,
        tool: 0,
        total: promptOf(usage) + usage.output,
      },
      model: this.#played.story.model,
      ...(calls.length === 0 ? {} : { toolCalls: calls.map(({ call }) => call) }),
    })
    if (calls.length === 0) return [answer]
    const content = calls.flatMap(({ result }) => result)
    return [answer, this.#message(uses.at(-1)?.doneTs ?? doneTs, { type: 'user', content })]
  }

  #compress({ doneTs, summary, keptFrom }: Extract<Played, { kind: 'condensation' }>, at: number): void {
    const text = `<state_snapshot>\n${summary}\n</state_snapshot>`
    const own = [
      this.#message(doneTs, { type: 'user', content: [{ text }] }),
      this.#message(doneTs, {
        type: 'gemini',
        content: [{ text: 'Got it. Thanks for the additional context!' }],
      }),
    ]
    const kept = [...this.#messages].filter(([index]) => index >= keptFrom).flatMap(([, one]) => one)
    this.#messages.set(at, own)
    this.#lines.push({ $set: { messages: [...own, ...kept], lastUpdated: iso(doneTs) } })
  }

  #message(ts: number, rest: Value): Value {
    return { id: uuid(this.#played.random), timestamp: iso(ts), ...rest }
  }
}

function callOf({ use }: PlayedUse): { readonly name: string; readonly args: Value } {
  switch (use.tool) {
    case 'read':
      return { name: 'read_file', args: { file_path: use.path } }
    case 'list':
      return { name: 'glob', args: { pattern: use.path === '.' ? '**/*' : `${use.path}/**/*` } }
    case 'search':
      return { name: 'grep_search', args: { pattern: use.pattern, dir_path: use.path } }
    case 'run':
      return { name: 'run_shell_command', args: { command: use.command, description: 'Run it' } }
    case 'write':
      return { name: 'write_file', args: { file_path: use.path, content: use.content } }
    case 'edit':
      return {
        name: 'replace',
        args: {
          file_path: use.path,
          instruction: 'Change these lines.',
          old_string: use.find,
          new_string: use.replace,
        },
      }
    case 'plan':
      return {
        name: 'write_todos',
        args: { todos: use.items.map(({ text, state }) => ({ description: text, status: state })) },
      }
    default:
      return assertNever(use)
  }
}

function resultOf({ use, result, isError }: PlayedUse): string {
  if (use.refused !== undefined) return `[Operation Cancelled] Reason: ${result}`
  switch (use.tool) {
    case 'run':
      return `Command: ${use.command}\nDirectory: (root)\nOutput: ${result}\nExit Code: ${use.exit}`
    case 'edit':
      return isError
        ? `Failed to edit, 0 occurrences found for old_string in ${use.path}.`
        : `Successfully modified file: ${use.path} (1 replacements).`
    case 'write':
      return `Successfully created and wrote to new file: ${use.path}.`
    case 'plan':
      return `Successfully updated the todo list. The current list is now:\n${result}`
    default:
      return result
  }
}
