import { assertNever } from '../../../../src/shared/kernel/assert-never.ts'
import { uuid, word } from '../logs.ts'
import type { Played, PlayedStory, PlayedUse } from '../play-story.ts'
import { addUsage, promptOf, traitsOf, type Usage } from '../traits.ts'
import { iso, jsonLines, numbered, type SampleFiles, type Writer } from './shared.ts'

type Value = Readonly<Record<string, unknown>>

/** Writes the events of a session of Copilot CLI, which records the input of its calls as a sum alone. */
export const writeCopilotCli: Writer = (played) => {
  const session = new Session(played)
  for (const one of played.happened) session.add(one)
  return session.files()
}

class Session {
  readonly #played: PlayedStory
  readonly #id: string
  readonly #lines: Value[] = []
  #parent: string | null = null
  #turns = 0
  #sum: Usage = { fresh: 0, cacheReads: 0, cacheWrites: 0, output: 0 }

  constructor(played: PlayedStory) {
    this.#played = played
    const { story, random } = played
    this.#id = uuid(random)
    const ts = Date.parse(story.startedAt)
    this.#event(ts, 'session.start', {
      sessionId: this.#id,
      version: 1,
      producer: 'copilot-agent',
      copilotVersion: '1.0.74',
      startTime: story.startedAt,
      selectedModel: story.model,
      context: { cwd: story.workspace, gitRoot: story.workspace, branch: story.branch },
    })
    this.#event(ts, 'system.message', {
      role: 'system',
      content: 'You are the GitHub Copilot CLI. (The sample leaves the rest out.)',
    })
  }

  files(): SampleFiles {
    const { story, endTs } = this.#played
    this.#event(endTs, 'session.shutdown', {
      shutdownType: 'routine',
      modelMetrics: {
        [story.model]: {
          requests: { count: this.#turns },
          usage: {
            inputTokens: promptOf(this.#sum),
            outputTokens: this.#sum.output,
            cacheReadTokens: this.#sum.cacheReads,
            cacheWriteTokens: this.#sum.cacheWrites,
          },
        },
      },
    })
    const base = `copilot-cli/session-state/${this.#id}`
    const facts = `id: ${this.#id}\ncwd: ${story.workspace}\nbranch: ${story.branch}\nsummary: ${story.title}\n`
    return new Map([
      [`${base}/events.jsonl`, jsonLines(this.#lines)],
      [`${base}/workspace.yaml`, facts],
    ])
  }

  add(one: Played): void {
    switch (one.kind) {
      case 'typed': {
        const sent = `<current_datetime>${iso(one.ts)}</current_datetime>\n\n${one.text}`
        this.#event(one.ts, 'user.message', { content: one.text, transformedContent: sent, attachments: [] })
        break
      }
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

  #answer({ ts, doneTs, thought, text, uses, usage }: Extract<Played, { kind: 'answer' }>): void {
    const { story, random } = this.#played
    this.#sum = addUsage(this.#sum, usage)
    const turnId = String(this.#turns)
    this.#turns += 1
    const calls = uses.map((use) => ({
      use,
      id: `toolu_01${word(random, 22)}`,
      ...callOf(use, story.workspace),
    }))
    this.#event(ts, 'assistant.turn_start', { turnId })
    this.#event(doneTs, 'assistant.message', {
      messageId: uuid(random),
      model: story.model,
      content: text,
      toolRequests: calls.map(({ id, name, input }) => ({
        toolCallId: id,
        name,
        arguments: input,
        type: 'function',
      })),
      turnId,
      ...(thought === '' ? {} : { reasoningText: thought, reasoningOpaque: `Eq${word(random, 80)}` }),
      outputTokens: usage.output,
      apiCallId: `msg_01${word(random, 22)}`,
    })
    for (const { use, id, name, input } of calls) {
      this.#event(doneTs, 'tool.execution_start', {
        toolCallId: id,
        toolName: name,
        arguments: input,
        turnId,
      })
      this.#event(use.doneTs, 'tool.execution_complete', {
        toolCallId: id,
        model: story.model,
        turnId,
        success: !use.isError,
        ...(use.isError ? { error: { message: resultOf(use) } } : { result: { content: resultOf(use) } }),
      })
    }
    this.#event(uses.at(-1)?.doneTs ?? doneTs, 'assistant.turn_end', { turnId })
  }

  #compact({
    ts,
    doneTs,
    trigger,
    summary,
    tokensBefore,
    usage,
  }: Extract<Played, { kind: 'condensation' }>): void {
    const { overhead } = traitsOf['copilot-cli']
    this.#event(ts, 'session.compaction_start', {
      systemTokens: overhead - 11_000,
      conversationTokens: tokensBefore - overhead,
      toolDefinitionsTokens: 11_000,
      trigger,
    })
    this.#event(doneTs, 'session.compaction_complete', {
      success: true,
      preCompactionTokens: tokensBefore,
      summaryContent: summary,
      trigger,
      compactionTokensUsed: {
        model: this.#played.story.model,
        inputTokens: promptOf(usage),
        outputTokens: usage.output,
        cacheReadTokens: usage.cacheReads,
        cacheWriteTokens: usage.cacheWrites,
      },
    })
  }

  #event(ts: number, type: string, data: Value): void {
    const id = uuid(this.#played.random)
    this.#lines.push({ type, data, id, timestamp: iso(ts), parentId: this.#parent })
    this.#parent = id
  }
}

function callOf({ use }: PlayedUse, workspace: string): { readonly name: string; readonly input: Value } {
  const at = (path: string): string => (path === '.' ? workspace : `${workspace}/${path}`)
  switch (use.tool) {
    case 'read':
      return { name: 'view', input: { path: at(use.path) } }
    case 'list':
      return { name: 'glob', input: { pattern: '**/*', path: at(use.path) } }
    case 'search':
      return { name: 'grep', input: { pattern: use.pattern, path: at(use.path), output_mode: 'content' } }
    case 'run':
      return { name: 'bash', input: { command: use.command, description: 'Run it', mode: 'sync' } }
    case 'write':
      return { name: 'create', input: { path: at(use.path), file_text: use.content } }
    case 'edit':
      return { name: 'edit', input: { path: at(use.path), old_str: use.find, new_str: use.replace } }
    case 'plan': {
      const rows = use.items.map(({ text, state }) => `- [${state === 'completed' ? 'x' : ' '}] ${text}`)
      return { name: 'update_todo', input: { todos: rows.join('\n') } }
    }
    default:
      return assertNever(use)
  }
}

function resultOf({ use, result, isError }: PlayedUse): string {
  if (use.refused !== undefined) return `The user rejected this tool call. User feedback: ${result}`
  switch (use.tool) {
    case 'read':
      return isError ? 'Path does not exist' : numbered(result, 0, '. ')
    case 'run':
      return `${result}\n<exited with exit code ${use.exit}>`
    case 'edit':
      return isError ? 'No match found' : `File ${use.path} updated with changes.`
    case 'write':
      return `Created file ${use.path} with ${use.content.length} characters`
    case 'plan':
      return 'TODO list updated'
    default:
      return result
  }
}
