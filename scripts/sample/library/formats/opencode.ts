import { assertNever } from '../../../../src/shared/kernel/assert-never.ts'
import { word } from '../logs.ts'
import type { Played, PlayedStory, PlayedUse } from '../play-story.ts'
import { costOf, promptOf, type Usage } from '../traits.ts'
import { numbered, type Writer } from './shared.ts'

type Value = Readonly<Record<string, unknown>>

/** Writes what `opencode export` gives of a session. */
export const writeOpenCode: Writer = (played) => {
  const session = new Session(played)
  for (const [at, one] of played.happened.entries()) session.add(one, at)
  return new Map([[`opencode/${session.id}.json`, session.text()]])
}

class Session {
  readonly #played: PlayedStory
  readonly id: string
  readonly #messages: { readonly info: Value; readonly parts: readonly Value[] }[] = []
  /** Ids of answers, by index of what happened. */
  readonly #ids = new Map<number, string>()
  #typedId = ''
  #costUsd = 0
  #number = 0

  constructor(played: PlayedStory) {
    this.#played = played
    this.id = `ses_${word(played.random, 26)}`
  }

  text(): string {
    const { story, endTs } = this.#played
    const info = {
      id: this.id,
      slug: story.id,
      projectID: word(this.#played.random, 40).toLowerCase(),
      directory: story.workspace,
      title: story.title,
      version: '1.18.34',
      cost: Number(this.#costUsd.toFixed(6)),
      time: { created: Date.parse(story.startedAt), updated: endTs },
    }
    return `${JSON.stringify({ info, messages: this.#messages }, null, 2)}\n`
  }

  add(one: Played, at: number): void {
    switch (one.kind) {
      case 'typed':
        this.#ask(one.ts, (part) => [part({ type: 'text', text: one.text })])
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

  #ask(ts: number, partsOf: (part: (value: Value) => Value) => readonly Value[]): string {
    const { model } = this.#played.story
    const id = this.#next('msg')
    this.#messages.push({
      info: {
        id,
        sessionID: this.id,
        role: 'user',
        time: { created: ts },
        agent: 'build',
        model: { providerID: 'anthropic', modelID: model },
      },
      parts: partsOf((value) => this.#part(id, value)),
    })
    this.#typedId = id
    return id
  }

  #answer(one: Extract<Played, { kind: 'answer' }>): string {
    const { thought, text, uses, ts, doneTs } = one
    const id = this.#next('msg')
    const part = (value: Value): Value => this.#part(id, value)
    const time = { start: doneTs - 900, end: doneTs }
    const finish = uses.length > 0 ? 'tool-calls' : 'stop'
    const parts = [
      part({ type: 'step-start' }),
      ...(thought === '' ? [] : [part({ type: 'reasoning', text: thought, time })]),
      ...(text === '' ? [] : [part({ type: 'text', text, time })]),
      ...uses.map((use) => part({ type: 'tool', ...this.#tool(use, doneTs) })),
      part({ type: 'step-finish', reason: finish, ...this.#bill(one.usage) }),
    ]
    this.#messages.push({
      info: {
        ...this.#answerInfo(id, one.usage),
        time: { created: ts, completed: uses.at(-1)?.doneTs ?? doneTs },
        finish,
      },
      parts,
    })
    return id
  }

  #compact(one: Extract<Played, { kind: 'condensation' }>): void {
    const tail = this.#ids.get(one.keptFrom)
    this.#ask(one.ts, (part) => [
      part({
        type: 'compaction',
        auto: one.trigger === 'auto',
        ...(tail === undefined ? {} : { tail_start_id: tail }),
      }),
    ])
    const id = this.#next('msg')
    const part = (value: Value): Value => this.#part(id, value)
    this.#messages.push({
      info: {
        ...this.#answerInfo(id, one.usage),
        summary: true,
        mode: 'compaction',
        agent: 'compaction',
        time: { created: one.ts, completed: one.doneTs },
        finish: 'stop',
      },
      parts: [
        part({ type: 'step-start' }),
        part({ type: 'text', text: one.summary, time: { start: one.ts, end: one.doneTs } }),
        part({ type: 'step-finish', reason: 'stop', ...this.#bill(one.usage) }),
      ],
    })
  }

  #answerInfo(id: string, usage: Usage): Value {
    const { story } = this.#played
    const bill = this.#bill(usage)
    this.#costUsd += costOf(story.model, usage)
    return {
      id,
      sessionID: this.id,
      role: 'assistant',
      parentID: this.#typedId,
      mode: 'build',
      agent: 'build',
      path: { cwd: story.workspace, root: story.workspace },
      ...bill,
      modelID: story.model,
      providerID: 'anthropic',
    }
  }

  #bill(usage: Usage): Value {
    const { fresh, output, cacheReads, cacheWrites } = usage
    return {
      cost: costOf(this.#played.story.model, usage),
      tokens: {
        total: promptOf(usage) + output,
        input: fresh,
        output,
        reasoning: 0,
        cache: { read: cacheReads, write: cacheWrites },
      },
    }
  }

  #tool(played: PlayedUse, startedTs: number): Value {
    const { use, result, isError, doneTs } = played
    const { name, input } = callOf(played, this.#played.story.workspace)
    const time = { start: startedTs, end: doneTs }
    const refused = `The user rejected permission to use this specific tool call with the following feedback: ${result}`
    const state =
      use.refused !== undefined || (isError && use.tool !== 'run')
        ? { status: 'error', input, error: use.refused === undefined ? result : refused, time }
        : {
            status: 'completed',
            input,
            output: outputOf(played),
            title: use.tool === 'run' ? use.command : use.tool,
            metadata: use.tool === 'run' ? { exit: use.exit } : {},
            time,
          }
    return { tool: name, callID: `toolu_01${word(this.#played.random, 22)}`, state }
  }

  #part(messageID: string, value: Value): Value {
    return { ...value, id: this.#next('prt'), sessionID: this.id, messageID }
  }

  /** Ids sort in the order in which they were given. */
  #next(prefix: string): string {
    this.#number += 1
    return `${prefix}_2${this.#number.toString(16).padStart(11, '0')}${word(this.#played.random, 14)}`
  }
}

function callOf({ use }: PlayedUse, workspace: string): { readonly name: string; readonly input: Value } {
  const at = (path: string): string => (path === '.' ? workspace : `${workspace}/${path}`)
  switch (use.tool) {
    case 'read':
      return { name: 'read', input: { filePath: at(use.path) } }
    case 'list':
      return { name: 'glob', input: { pattern: '**/*', path: at(use.path) } }
    case 'search':
      return { name: 'grep', input: { pattern: use.pattern, path: at(use.path) } }
    case 'run':
      return { name: 'bash', input: { command: use.command, description: 'Run it' } }
    case 'write':
      return { name: 'write', input: { filePath: at(use.path), content: use.content } }
    case 'edit':
      return { name: 'edit', input: { filePath: at(use.path), oldString: use.find, newString: use.replace } }
    case 'plan':
      return {
        name: 'todowrite',
        input: {
          todos: use.items.map(({ text, state }) => ({ content: text, status: state, priority: 'medium' })),
        },
      }
    default:
      return assertNever(use)
  }
}

function outputOf({ use, result }: PlayedUse): string {
  switch (use.tool) {
    case 'read':
      return `<path>${use.path}</path>\n<type>file</type>\n<content>\n${numbered(result, 0, ': ')}\n</content>`
    case 'edit':
      return 'Edit applied successfully.'
    case 'write':
      return 'Wrote file successfully.'
    case 'plan':
      return JSON.stringify(
        use.items.map(({ text, state }) => ({ content: text, status: state })),
        null,
        2,
      )
    default:
      return result
  }
}
