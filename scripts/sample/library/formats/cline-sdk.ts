import { assertNever } from '../../../../src/shared/kernel/assert-never.ts'
import { word } from '../logs.ts'
import type { Played, PlayedStory, PlayedUse } from '../play-story.ts'
import { addUsage, costOf, promptOf, traitsOf, type Usage } from '../traits.ts'
import { iso, numbered, type SampleFiles, type Writer } from './shared.ts'

type Value = Readonly<Record<string, unknown>>

/** Writes a session of Cline's SDK: messages, manifest, and what it compacted them to. */
export const writeClineSdk: Writer = (played) => {
  const session = new Session(played)
  for (const [at, one] of played.happened.entries()) session.add(one, at)
  return session.files()
}

class Session {
  readonly #played: PlayedStory
  readonly #id: string
  readonly #messages: Value[] = []
  /** Index of the first message of what happened, by its index. */
  readonly #places = new Map<number, number>()
  #compaction: Value | null = null
  #sum: Usage = { fresh: 0, cacheReads: 0, cacheWrites: 0, output: 0 }

  constructor(played: PlayedStory) {
    this.#played = played
    this.#id = `${Date.parse(played.story.startedAt)}_${word(played.random, 5).toLowerCase()}`
  }

  files(): SampleFiles {
    const base = `cline/sessions/${this.#id}/${this.#id}`
    const { story, endTs } = this.#played
    const messages = {
      version: 1,
      updated_at: iso(endTs),
      agent: 'lead',
      sessionId: this.#id,
      messages: this.#messages,
      system_prompt: 'You are Cline, a software engineering agent. (The sample leaves the rest out.)',
    }
    const compaction: readonly (readonly [string, string])[] =
      this.#compaction === null ? [] : [[`${base}.compaction.json`, json(this.#compaction)]]
    return new Map([
      [`${base}.messages.json`, json(messages)],
      [`${base}.json`, json(this.#manifest(story.title))],
      ...compaction,
    ])
  }

  add(one: Played, at: number): void {
    this.#places.set(at, this.#messages.length)
    switch (one.kind) {
      case 'typed':
        this.#message(one.ts, 'user', [
          { type: 'text', text: `<user_input mode="act">${one.text}</user_input>` },
        ])
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

  #answer({ doneTs, thought, text, uses, usage }: Extract<Played, { kind: 'answer' }>): void {
    const { story, random } = this.#played
    this.#sum = addUsage(this.#sum, usage)
    const calls = uses.map((use) => ({
      use,
      id: `toolu_01${word(random, 22)}`,
      ...callOf(use, story.workspace),
    }))
    const content = [
      ...(thought === '' ? [] : [{ type: 'thinking', thinking: thought }]),
      ...(text === '' ? [] : [{ type: 'text', text }]),
      ...calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input })),
    ]
    this.#message(doneTs, 'assistant', content, {
      modelInfo: { id: story.model, provider: 'anthropic' },
      metrics: {
        inputTokens: promptOf(usage),
        outputTokens: usage.output,
        cacheReadTokens: usage.cacheReads,
        cacheWriteTokens: usage.cacheWrites,
        cost: costOf(story.model, usage),
      },
    })
    for (const { use, id, name, query } of calls) {
      const rows = [{ query, result: resultOf(use), success: !use.isError }]
      this.#message(use.doneTs, 'user', [
        {
          type: 'tool_result',
          tool_use_id: id,
          name,
          content: rows,
          ...(use.isError ? { is_error: true } : {}),
        },
      ])
    }
  }

  #compact({ doneTs, summary, keptFrom, tokensBefore }: Extract<Played, { kind: 'condensation' }>): void {
    const last = this.#messages.at(-1)
    const text = traitsOf['cline-sdk'].lead + summary
    const kept = this.#messages.slice(this.#places.get(keptFrom) ?? this.#messages.length)
    this.#compaction = {
      version: 1,
      updated_at: iso(doneTs),
      conversation_id: this.#id,
      source_message_count: this.#messages.length,
      source_last_message_key: `id:${String(last?.['id'])}`,
      messages: [
        {
          role: 'user',
          content: [{ type: 'text', text }],
          metadata: {
            kind: 'compaction_summary',
            displayRole: 'system',
            userRunSpan: 1,
            summary,
            tokensBefore,
            generatedAt: doneTs,
          },
        },
        ...kept,
      ],
    }
  }

  #manifest(title: string): Value {
    const { story, endTs } = this.#played
    const totalCost = costOf(story.model, this.#sum)
    return {
      version: 1,
      session_id: this.#id,
      source: 'cli',
      started_at: story.startedAt,
      ended_at: iso(endTs),
      status: 'completed',
      provider: 'anthropic',
      model: story.model,
      cwd: story.workspace,
      workspace_root: story.workspace,
      metadata: { title, totalCost },
    }
  }

  #message(ts: number, role: string, content: readonly Value[], more: Value = {}): void {
    this.#messages.push({ id: `msg_${word(this.#played.random, 8)}`, role, content, ts, ...more })
  }
}

const json = (value: Value): string => `${JSON.stringify(value, null, 2)}\n`

type Call = { readonly name: string; readonly input: Value; readonly query: string }

function callOf({ use }: PlayedUse, workspace: string): Call {
  const at = (path: string): string => (path === '.' ? workspace : `${workspace}/${path}`)
  const command = (text: string): Call => ({
    name: 'run_commands',
    input: { commands: [text] },
    query: text,
  })
  switch (use.tool) {
    case 'read':
      return { name: 'read_files', input: { files: [{ path: at(use.path) }] }, query: at(use.path) }
    case 'list':
      return command(`find ${use.path} -type f | sort`)
    case 'search':
      return { name: 'search_codebase', input: { queries: [use.pattern] }, query: use.pattern }
    case 'run':
      return command(use.command)
    case 'write':
      return {
        name: 'editor',
        input: { path: at(use.path), new_text: use.content },
        query: `edit:${at(use.path)}`,
      }
    case 'edit':
      return {
        name: 'editor',
        input: { path: at(use.path), old_text: use.find, new_text: use.replace },
        query: `edit:${at(use.path)}`,
      }
    case 'plan': {
      const rows = use.items.map(({ text, state }) => `- [${state === 'completed' ? 'x' : ' '}] ${text}`)
      return { name: 'focus_chain', input: { items: rows.join('\n') }, query: 'focus_chain' }
    }
    default:
      return assertNever(use)
  }
}

function resultOf({ use, result, isError }: PlayedUse): string {
  if (use.refused !== undefined) return `Tool call was rejected by the user: ${result}`
  switch (use.tool) {
    case 'read':
      return isError ? result : numbered(result, 3, ' | ')
    case 'run':
      return isError ? `${result}\nCommand failed with exit code ${use.exit}` : result
    case 'edit':
      return isError ? `No match found for old_text in ${use.path}.` : `Edited ${use.path}`
    default:
      return result
  }
}
