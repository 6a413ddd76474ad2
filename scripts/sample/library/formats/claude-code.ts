import { assertNever } from '../../../../src/shared/kernel/assert-never.ts'
import { uuid, word } from '../logs.ts'
import type { Played, PlayedStory, PlayedUse } from '../play-story.ts'
import { traitsOf, type Usage } from '../traits.ts'
import { iso, jsonLines, munged, numbered, type Writer } from './shared.ts'

type Line = Readonly<Record<string, unknown>>

/** Writes a transcript of Claude Code: a line per block, boundaries at its condensations. */
export const writeClaudeCode: Writer = (played) => {
  const transcript = new Transcript(played)
  for (const one of played.happened) transcript.add(one)
  const { workspace } = played.story
  return new Map([
    [`claude-code/projects/${munged(workspace)}/${transcript.sessionId}.jsonl`, transcript.text()],
  ])
}

class Transcript {
  readonly #played: PlayedStory
  readonly sessionId: string
  readonly #lines: Line[] = []
  #parent: string | null = null

  constructor(played: PlayedStory) {
    this.#played = played
    this.sessionId = uuid(played.random)
  }

  text(): string {
    const { title } = this.#played.story
    const named = { type: 'ai-title', aiTitle: title, sessionId: this.sessionId }
    return jsonLines([...this.#lines, named])
  }

  add(one: Played): void {
    switch (one.kind) {
      case 'typed':
        this.#line('user', one.ts, { message: { role: 'user', content: one.text } })
        break
      case 'answer':
        this.#answer(one)
        break
      case 'condensation':
        this.#boundary(one)
        break
      default:
        assertNever(one)
    }
  }

  #answer({ doneTs, thought, text, uses, usage }: Extract<Played, { kind: 'answer' }>): void {
    const { random, story } = this.#played
    const id = `msg_01${word(random, 22)}`
    const requestId = `req_011C${word(random, 20)}`
    const calls = uses.map((use) => ({ use, id: `toolu_01${word(random, 22)}` }))
    const blocks = [
      ...(thought === ''
        ? []
        : [{ type: 'thinking', thinking: thought, signature: `Eq${word(random, 120)}==` }]),
      ...(text === '' ? [] : [{ type: 'text', text }]),
      ...calls.map(({ use, id: callId }) => ({
        type: 'tool_use',
        id: callId,
        ...callOf(use, story.workspace),
      })),
    ]
    const asked: (readonly [string, (typeof calls)[number]])[] = []
    for (const [at, block] of blocks.entries()) {
      const isLast = at === blocks.length - 1
      const uuidOfLine = this.#line('assistant', doneTs - (blocks.length - at) * 300, {
        message: {
          model: story.model,
          id,
          type: 'message',
          role: 'assistant',
          content: [block],
          stop_reason: isLast ? (uses.length > 0 ? 'tool_use' : 'end_turn') : null,
          stop_sequence: null,
          usage: usageOf(usage, isLast),
        },
        requestId,
      })
      const call = calls.find((one) => 'id' in block && one.id === block.id)
      if (call !== undefined) asked.push([uuidOfLine, call])
    }
    for (const [source, { use, id: callId }] of asked) this.#result(use, callId, source)
  }

  #result(use: PlayedUse, callId: string, source: string): void {
    const content = resultOf(use)
    this.#line('user', use.doneTs, {
      message: {
        role: 'user',
        content: [
          {
            tool_use_id: callId,
            type: 'tool_result',
            content,
            ...(use.isError ? { is_error: true } : {}),
          },
        ],
      },
      sourceToolAssistantUUID: source,
    })
  }

  #boundary(one: Extract<Played, { kind: 'condensation' }>): void {
    const last = this.#parent
    this.#parent = null
    this.#line('system', one.doneTs, {
      logicalParentUuid: last,
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      isMeta: false,
      level: 'info',
      compactMetadata: { trigger: one.trigger, preTokens: one.tokensBefore },
    })
    this.#line('user', one.doneTs + 5, {
      message: { role: 'user', content: traitsOf['claude-code'].lead + one.summary },
      isVisibleInTranscriptOnly: true,
      isCompactSummary: true,
    })
  }

  #line(type: string, ts: number, more: Line): string {
    const { story, random } = this.#played
    const id = uuid(random)
    this.#lines.push({
      parentUuid: this.#parent,
      isSidechain: false,
      userType: 'external',
      cwd: story.workspace,
      sessionId: this.sessionId,
      version: '2.1.112',
      gitBranch: story.branch,
      type,
      ...more,
      uuid: id,
      timestamp: iso(ts),
    })
    this.#parent = id
    return id
  }
}

/** All but the last line of a response have what was counted when it began. */
function usageOf({ fresh, cacheReads, cacheWrites, output }: Usage, isLast: boolean): Line {
  return {
    input_tokens: fresh,
    cache_creation_input_tokens: cacheWrites,
    cache_read_input_tokens: cacheReads,
    cache_creation: { ephemeral_5m_input_tokens: cacheWrites, ephemeral_1h_input_tokens: 0 },
    output_tokens: isLast ? output : Math.min(output, 8),
    service_tier: 'standard',
  }
}

function callOf({ use }: PlayedUse, workspace: string): { readonly name: string; readonly input: Line } {
  const at = (path: string): string => (path === '.' ? workspace : `${workspace}/${path}`)
  switch (use.tool) {
    case 'read':
      return { name: 'Read', input: { file_path: at(use.path) } }
    case 'list':
      return { name: 'Glob', input: { pattern: '**/*', path: at(use.path) } }
    case 'search':
      return {
        name: 'Grep',
        input: { pattern: use.pattern, path: at(use.path), output_mode: 'content', '-n': true },
      }
    case 'run':
      return {
        name: 'Bash',
        input: { command: use.command, description: `Run ${use.command.split(' ')[0]}` },
      }
    case 'write':
      return { name: 'Write', input: { file_path: at(use.path), content: use.content } }
    case 'edit':
      return {
        name: 'Edit',
        input: {
          file_path: at(use.path),
          old_string: use.find,
          new_string: use.replace,
          replace_all: false,
        },
      }
    case 'plan':
      return {
        name: 'TodoWrite',
        input: {
          todos: use.items.map(({ text, state }) => ({ content: text, status: state, activeForm: text })),
        },
      }
    default:
      return assertNever(use)
  }
}

function resultOf({ use, result, isError, line = 1 }: PlayedUse): string {
  if (use.refused !== undefined)
    return `The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). To tell you how to proceed, the user said:\n${result}`
  switch (use.tool) {
    case 'read':
      return isError ? '<tool_use_error>File does not exist.</tool_use_error>' : numbered(result, 6, '→')
    case 'run':
      return isError ? `Exit code ${use.exit}\n${result}` : result
    case 'edit':
      return isError
        ? `<tool_use_error>String to replace not found in file.\nString: ${use.find}</tool_use_error>`
        : `The file ${use.path} has been updated. Here's the result of running \`cat -n\` on a snippet of the edited file:\n${numbered(result, 6, '→', line)}`
    case 'write':
      return `File created successfully at: ${use.path}`
    case 'plan':
      return 'Todos have been modified successfully. Ensure that you continue to use the todo list to track your progress. Please proceed with the current tasks if applicable'
    default:
      return result
  }
}
