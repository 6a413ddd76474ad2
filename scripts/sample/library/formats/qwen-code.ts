import { assertNever } from '../../../../src/shared/kernel/assert-never.ts'
import { countTokens } from '../../bill.ts'
import { uuid, word } from '../logs.ts'
import type { Played, PlayedStory, PlayedUse } from '../play-story.ts'
import { promptOf } from '../traits.ts'
import { iso, jsonLines, munged, type Writer } from './shared.ts'

type Value = Readonly<Record<string, unknown>>

/** Writes a chat of Qwen Code: one chain of records, with compressed histories in it. */
export const writeQwenCode: Writer = (played) => {
  const chat = new Chat(played)
  for (const one of played.happened) chat.add(one)
  chat.name()
  return new Map([
    [`qwen-code/projects/${munged(played.story.workspace)}/chats/${chat.id}.jsonl`, chat.text()],
  ])
}

class Chat {
  readonly #played: PlayedStory
  readonly id: string
  readonly #lines: Value[] = []
  #parent: string | null = null

  constructor(played: PlayedStory) {
    this.#played = played
    this.id = uuid(played.random)
  }

  text(): string {
    return jsonLines(this.#lines)
  }

  name(): void {
    const { story, endTs } = this.#played
    this.#record(endTs, {
      type: 'system',
      provenance: 'system',
      subtype: 'custom_title',
      systemPayload: { customTitle: story.title },
    })
  }

  add(one: Played): void {
    switch (one.kind) {
      case 'typed':
        this.#record(one.ts, {
          type: 'user',
          provenance: 'real_user',
          message: { role: 'user', parts: [{ text: one.text }] },
        })
        break
      case 'answer':
        this.#answer(one)
        break
      case 'condensation':
        this.#compress(one)
        break
      default:
        assertNever(one)
    }
  }

  #answer({ doneTs, thought, text, uses, usage }: Extract<Played, { kind: 'answer' }>): void {
    const { story, random } = this.#played
    const calls = uses.map((use) => ({ use, id: `call_${word(random, 24)}` }))
    this.#record(doneTs, {
      type: 'assistant',
      provenance: 'assistant_output',
      model: story.model,
      message: {
        role: 'model',
        parts: [
          ...(thought === '' ? [] : [{ text: thought, thought: true }]),
          ...(text === '' ? [] : [{ text }]),
          ...calls.map(({ use, id }) => ({ functionCall: { id, ...callOf(use, story.workspace) } })),
        ],
      },
      usageMetadata: {
        promptTokenCount: promptOf(usage),
        candidatesTokenCount: usage.output,
        thoughtsTokenCount: Math.min(usage.output, thought === '' ? 0 : countTokens(thought)),
        totalTokenCount: promptOf(usage) + usage.output,
        cachedContentTokenCount: usage.cacheReads,
      },
      contextWindowSize: 262_144,
    })
    for (const { use, id } of calls) {
      const response = use.isError ? { error: resultOf(use) } : { output: resultOf(use) }
      const { name } = callOf(use, story.workspace)
      this.#record(use.doneTs, {
        type: 'tool_result',
        provenance: 'tool_result',
        message: { role: 'user', parts: [{ functionResponse: { id, name, response } }] },
        toolCallResult: { callId: id, status: use.isError ? 'error' : 'success' },
      })
    }
  }

  #compress({
    doneTs,
    trigger,
    summary,
    tokensBefore,
    tokensAfter,
  }: Extract<Played, { kind: 'condensation' }>): void {
    const text = `<state_snapshot>\n${summary}\n</state_snapshot>\n\nResume the prior task using the summary above. Continue from the last in-flight step; do not acknowledge the summary, do not re-introduce, do not greet the user again.`
    this.#record(doneTs, {
      type: 'system',
      provenance: 'system',
      subtype: 'chat_compression',
      systemPayload: {
        info: {
          originalTokenCount: tokensBefore,
          newTokenCount: tokensAfter,
          compressionStatus: 1,
          triggerReason: trigger === 'auto' ? 'token_limit' : 'manual',
        },
        compressedHistory: [
          { role: 'user', parts: [{ text }] },
          { role: 'model', parts: [{ text: 'Got it. Thanks for the additional context!' }] },
        ],
        completedToolCallIds: [],
      },
    })
  }

  #record(ts: number, rest: Value): void {
    const { story, random } = this.#played
    const id = uuid(random)
    this.#lines.push({
      uuid: id,
      parentUuid: this.#parent,
      sessionId: this.id,
      timestamp: iso(ts),
      cwd: story.workspace,
      version: '0.24.4',
      gitBranch: story.branch,
      ...rest,
    })
    this.#parent = id
  }
}

function callOf({ use }: PlayedUse, workspace: string): { readonly name: string; readonly args: Value } {
  const at = (path: string): string => (path === '.' ? workspace : `${workspace}/${path}`)
  switch (use.tool) {
    case 'read':
      return { name: 'read_file', args: { file_path: at(use.path) } }
    case 'list':
      return { name: 'glob', args: { pattern: '**/*', path: at(use.path) } }
    case 'search':
      return { name: 'grep_search', args: { pattern: use.pattern, path: at(use.path) } }
    case 'run':
      return { name: 'run_shell_command', args: { command: use.command, is_background: false } }
    case 'write':
      return { name: 'write_file', args: { file_path: at(use.path), content: use.content } }
    case 'edit':
      return {
        name: 'edit',
        args: { file_path: at(use.path), old_string: use.find, new_string: use.replace },
      }
    case 'plan':
      return {
        name: 'todo_write',
        args: {
          todos: use.items.map(({ text, state }, at) => ({
            id: String(at + 1),
            content: text,
            status: state,
          })),
        },
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
        ? `Failed to edit, could not find the string to replace in ${use.path}.`
        : `The file ${use.path} has been updated.`
    case 'plan':
      return 'Todos have been modified successfully.'
    default:
      return result
  }
}
