import { assertNever } from '../../../../src/shared/kernel/assert-never.ts'
import { hex, uuid, word } from '../logs.ts'
import type { Played, PlayedStory, PlayedUse } from '../play-story.ts'
import { costParts, promptOf, type Usage } from '../traits.ts'
import { iso, jsonLines, type Writer } from './shared.ts'

type Value = Readonly<Record<string, unknown>>

/** Writes a session of pi: a tree of entries, here without branches. */
export const writePi: Writer = (played) => {
  const session = new Session(played)
  for (const [at, one] of played.happened.entries()) session.add(one, at)
  const { workspace, startedAt } = played.story
  const folder = `--${workspace.slice(1).replaceAll(/[/\\:]/g, '-')}--`
  const name = `${iso(Date.parse(startedAt)).replaceAll(/[:.]/g, '-')}_${session.id}.jsonl`
  return new Map([[`pi/sessions/${folder}/${name}`, session.text()]])
}

class Session {
  readonly #played: PlayedStory
  readonly id: string
  readonly #lines: Value[] = []
  readonly #ids = new Map<number, string>()
  readonly #touched = { read: new Set<string>(), modified: new Set<string>() }
  #parent: string | null = null

  constructor(played: PlayedStory) {
    this.#played = played
    const { story, random } = played
    this.id = uuid(random)
    const { startedAt: timestamp, workspace: cwd, model } = story
    this.#lines.push({ type: 'session', version: 3, id: this.id, timestamp, cwd })
    const ts = Date.parse(timestamp)
    this.#entry(ts, { type: 'model_change', provider: 'anthropic', modelId: model })
    this.#entry(ts, { type: 'session_info', name: story.title })
  }

  text(): string {
    return jsonLines(this.#lines)
  }

  add(one: Played, at: number): void {
    switch (one.kind) {
      case 'typed':
        this.#message(one.ts, { role: 'user', content: [{ type: 'text', text: one.text }] })
        break
      case 'answer':
        this.#ids.set(at, this.#answer(one))
        break
      case 'condensation':
        this.#compact(one)
        break
      default:
        assertNever(one)
    }
  }

  #answer({ ts, doneTs, thought, text, uses, usage }: Extract<Played, { kind: 'answer' }>): string {
    const { story, random } = this.#played
    const calls = uses.map((use) => ({ use, id: `toolu_01${word(random, 22)}` }))
    const id = this.#message(
      doneTs,
      {
        role: 'assistant',
        content: [
          ...(thought === ''
            ? []
            : [{ type: 'thinking', thinking: thought, thinkingSignature: `Eq${word(random, 80)}` }]),
          ...(text === '' ? [] : [{ type: 'text', text }]),
          ...calls.map((call) => ({ type: 'toolCall', id: call.id, ...callOf(call.use) })),
        ],
        api: 'anthropic-messages',
        provider: 'anthropic',
        model: story.model,
        usage: usageOf(story.model, usage),
        stopReason: uses.length > 0 ? 'toolUse' : 'stop',
      },
      ts,
    )
    for (const { use, id: toolCallId } of calls) {
      this.#touch(use)
      this.#message(use.doneTs, {
        role: 'toolResult',
        toolCallId,
        toolName: callOf(use).name,
        content: [{ type: 'text', text: resultOf(use) }],
        isError: use.isError,
      })
    }
    return id
  }

  #compact(one: Extract<Played, { kind: 'condensation' }>): void {
    const [readFiles, modifiedFiles] = [[...this.#touched.read], [...this.#touched.modified]]
    const files = `\n\n<read-files>\n${readFiles.join('\n')}\n</read-files>\n\n<modified-files>\n${modifiedFiles.join('\n')}\n</modified-files>`
    this.#entry(one.doneTs, {
      type: 'compaction',
      summary: one.summary + files,
      firstKeptEntryId: this.#ids.get(one.keptFrom),
      tokensBefore: one.tokensBefore,
      details: { readFiles, modifiedFiles },
      usage: usageOf(this.#played.story.model, one.usage),
      fromHook: false,
    })
  }

  #touch({ use, isError }: PlayedUse): void {
    if (isError) return
    if (use.tool === 'read') this.#touched.read.add(use.path)
    if (use.tool === 'edit' || use.tool === 'write') this.#touched.modified.add(use.path)
  }

  /** Times inside messages are when they were begun. */
  #message(ts: number, message: Value, startedTs = ts): string {
    return this.#entry(ts, { type: 'message', message: { ...message, timestamp: startedTs } })
  }

  #entry(ts: number, { type, ...rest }: Value): string {
    const id = hex(this.#played.random, 8)
    this.#lines.push({ type, id, parentId: this.#parent, timestamp: iso(ts), ...rest })
    this.#parent = id
    return id
  }
}

function usageOf(model: string, usage: Usage): Value {
  const { fresh, output, cacheReads, cacheWrites } = usage
  return {
    input: fresh,
    output,
    cacheRead: cacheReads,
    cacheWrite: cacheWrites,
    totalTokens: promptOf(usage) + output,
    cost: costParts(model, usage),
  }
}

/** pi has no tools to search, list or plan: it uses the shell, and keeps its plan in a file. */
function callOf({ use }: PlayedUse): { readonly name: string; readonly arguments: Value } {
  switch (use.tool) {
    case 'read':
      return { name: 'read', arguments: { path: use.path } }
    case 'list':
      return { name: 'bash', arguments: { command: `find ${use.path} -type f | sort` } }
    case 'search':
      return { name: 'bash', arguments: { command: `grep -rn ${JSON.stringify(use.pattern)} ${use.path}` } }
    case 'run':
      return { name: 'bash', arguments: { command: use.command } }
    case 'write':
      return { name: 'write', arguments: { path: use.path, content: use.content } }
    case 'edit':
      return { name: 'edit', arguments: { path: use.path, oldText: use.find, newText: use.replace } }
    case 'plan': {
      const rows = use.items.map(({ text, state }) => `- [${state === 'completed' ? 'x' : ' '}] ${text}`)
      return { name: 'write', arguments: { path: 'TODO.md', content: `${rows.join('\n')}\n` } }
    }
    default:
      return assertNever(use)
  }
}

function resultOf({ use, result, isError }: PlayedUse): string {
  if (use.refused !== undefined) return `Blocked by the user: ${result}`
  switch (use.tool) {
    case 'run':
      return isError ? `${result}\n\nCommand exited with code ${use.exit}` : result || '(no output)'
    case 'edit':
      return isError
        ? `Could not find the exact text in ${use.path}. The old text must match exactly including all whitespace and newlines.`
        : `Successfully replaced 1 block(s) in ${use.path}.`
    case 'plan':
      return 'Successfully wrote to TODO.md'
    default:
      return result
  }
}
