import { assertNever } from '../../../../src/shared/kernel/assert-never.ts'
import { word } from '../logs.ts'
import type { Played, PlayedStory, PlayedUse } from '../play-story.ts'
import { costOf, promptOf, type Usage } from '../traits.ts'
import type { Writer } from './shared.ts'

type Value = Readonly<Record<string, unknown>>

/** Writes a task folder of Roo Code: what its model gets, what its panel shows, and its row in the list of tasks. */
export const writeRoo: Writer = (played) => {
  const task = new Task(played)
  for (const one of played.happened) task.add(one)
  const folder = `roo/tasks/${played.story.id}`
  return new Map([
    [`${folder}/api_conversation_history.json`, JSON.stringify(task.messages, null, '\t')],
    [`${folder}/ui_messages.json`, JSON.stringify(task.log, null, '\t')],
    [`${folder}/history_item.json`, JSON.stringify(task.buildHistoryItem(), null, '\t')],
  ])
}

class Task {
  readonly #played: PlayedStory
  readonly messages: Value[] = []
  readonly log: Value[] = []
  readonly #usages: Usage[] = []
  /** The call that ended the last answer, which what the person types next is the result of. */
  #ended: string | null = null

  constructor(played: PlayedStory) {
    this.#played = played
  }

  add(one: Played): void {
    switch (one.kind) {
      case 'typed':
        this.#typed(one)
        break
      case 'answer':
        this.#answer(one)
        break
      case 'condensation':
        throw new Error('No story of Roo Code condenses.')
      default:
        assertNever(one)
    }
  }

  buildHistoryItem(): Value {
    const { story, endTs } = this.#played
    const sum = (count: (usage: Usage) => number): number =>
      this.#usages.reduce((total, usage) => total + count(usage), 0)
    return {
      id: story.id,
      number: 1,
      ts: endTs,
      task: story.title,
      tokensIn: sum(promptOf),
      tokensOut: sum(({ output }) => output),
      cacheWrites: sum(({ cacheWrites }) => cacheWrites),
      cacheReads: sum(({ cacheReads }) => cacheReads),
      totalCost: Number(sum((usage) => costOf(story.model, usage)).toFixed(6)),
      size: JSON.stringify(this.messages).length,
      workspace: story.workspace,
      mode: 'code',
    }
  }

  #typed({ ts, text }: Extract<Played, { kind: 'typed' }>): void {
    const isFirst = this.messages.length === 0
    this.#say(ts, isFirst ? 'text' : 'user_feedback', text)
    const typed = isFirst ? `<task>\n${text}\n</task>` : `<user_message>\n${text}\n</user_message>`
    const block =
      this.#ended === null
        ? { type: 'text', text: typed }
        : { type: 'tool_result', tool_use_id: this.#ended, content: typed }
    this.#ended = null
    this.messages.push({ role: 'user', content: [block], ts })
  }

  #answer({ ts, doneTs, text, uses, usage }: Extract<Played, { kind: 'answer' }>): void {
    const { random, story } = this.#played
    this.#usages.push(usage)
    const { cacheReads, cacheWrites, output } = usage
    const cost = costOf(story.model, usage)
    const request = { tokensIn: promptOf(usage), tokensOut: output, cacheWrites, cacheReads, cost }
    this.#say(ts, 'api_req_started', JSON.stringify({ apiProtocol: 'openai', ...request }))
    const calls = uses.map((use) => ({ use, id: `toolu_${word(random, 22)}` }))
    if (calls.length === 0) {
      this.#ended = `toolu_${word(random, 22)}`
      const use = { name: 'attempt_completion', input: { result: text } }
      this.messages.push({
        role: 'assistant',
        content: [{ type: 'tool_use', id: this.#ended, ...use }],
        ts: doneTs,
      })
      this.#say(doneTs, 'completion_result', text)
      return
    }
    const used = calls.map(({ use, id }) => ({ type: 'tool_use', id, ...nameCall(use) }))
    this.messages.push({ role: 'assistant', content: [{ type: 'text', text }, ...used], ts: doneTs })
    this.#say(doneTs, 'text', text)
    const results = calls.map(({ use, id }) => {
      const shown = use.use.tool === 'run' ? use.use.command : JSON.stringify({ tool: use.use.tool })
      this.log.push({
        ts: use.doneTs,
        type: 'ask',
        ask: use.use.tool === 'run' ? 'command' : 'tool',
        text: shown,
        partial: false,
      })
      return {
        type: 'tool_result',
        tool_use_id: id,
        content: use.result,
        ...(use.isError ? { is_error: true } : {}),
      }
    })
    this.messages.push({ role: 'user', content: results, ts: doneTs + 1 })
  }

  #say(ts: number, say: string, text: string): void {
    this.log.push({ ts, type: 'say', say, text, partial: false })
  }
}

function nameCall({ use }: PlayedUse): { readonly name: string; readonly input: Value } {
  switch (use.tool) {
    case 'read':
      return { name: 'read_file', input: { path: use.path } }
    case 'list':
      return { name: 'list_files', input: { path: use.path, recursive: true } }
    case 'search':
      return { name: 'search_files', input: { path: use.path, regex: use.pattern } }
    case 'run':
      return { name: 'execute_command', input: { command: use.command } }
    case 'write':
      return { name: 'write_to_file', input: { path: use.path, content: use.content } }
    case 'edit': {
      const diff = `<<<<<<< SEARCH\n${use.find}\n=======\n${use.replace}\n>>>>>>> REPLACE`
      return { name: 'apply_diff', input: { path: use.path, diff } }
    }
    case 'plan':
      return { name: 'update_todo_list', input: { todos: use.items.map(({ text }) => text).join('\n') } }
    default:
      return assertNever(use)
  }
}
