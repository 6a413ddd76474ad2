import { billRequest, countTokens, type Usage } from './bill.ts'
import { environmentDetails } from './environment.ts'
import { performCall, type Desk, type Performed } from './perform-call.ts'
import { between, seededRandom } from './random.ts'
import type { Call, Turn } from './turn.ts'
import { initialFiles } from './workspace-files.ts'

type Block = Readonly<Record<string, unknown>>
type Message = {
  readonly role: 'user' | 'assistant'
  readonly content: readonly Block[]
  readonly ts: number
}
type LogEntry = Readonly<Record<string, unknown>>

/** Everything that the four files of a task folder are written from. */
export type Recording = {
  readonly messages: readonly Message[]
  readonly log: readonly LogEntry[]
  readonly usages: readonly Usage[]
  readonly reads: readonly { readonly path: string; readonly ts: number; readonly isEdit: boolean }[]
  readonly startMs: number
  readonly endMs: number
}

const startMs = Date.UTC(2026, 2, 18, 8, 12, 7)

/** Plays the story turn by turn and writes down what the agent would have written down. */
export function recordTask(request: string, turns: readonly Turn[]): Recording {
  const recorder = new Recorder()
  recorder.begin(request)
  for (const turn of turns) recorder.play(turn)
  return recorder.finish()
}

class Recorder {
  readonly #random = seededRandom(20260318)
  readonly #messages: Message[] = []
  readonly #log: LogEntry[] = []
  readonly #usages: Usage[] = []
  readonly #reads: { path: string; ts: number; isEdit: boolean }[] = []
  readonly #controller: Desk
  #nowMs = startMs
  #historyTokens = 0
  #costUsd = 0
  #todos: readonly string[] = []
  #openPaths: readonly string[] = ['README.md']
  #calls = 0

  constructor() {
    const committed = initialFiles()
    this.#controller = { files: new Map(committed), committed, random: this.#random }
  }

  begin(request: string): void {
    this.#say({ say: 'text', text: request })
    this.#append('user', [
      { type: 'text', text: `<task>\n${request}\n</task>` },
      { type: 'text', text: this.#environment([...this.#controller.files.keys()]) },
    ])
  }

  play(turn: Turn): void {
    const performed = turn.calls.map((call) => this.#perform(call, turn.denied))
    const ids = performed.map(() => this.#nextId())
    const said: Block[] = [
      { type: 'text', text: turn.say },
      ...performed.map(({ name, input }, index) => ({ type: 'tool_use', id: ids[index], name, input })),
    ]
    this.#request(said)
    this.#wait(2, 9)
    this.#say({ say: 'text', text: turn.say })
    this.#append('assistant', said)
    for (const [index, call] of turn.calls.entries()) this.#logCall(call, performed[index], turn.denied)
    this.#append('user', [
      ...performed.map((call, index) => resultBlock(call, ids[index])),
      { type: 'text', text: this.#environment() },
    ])
  }

  finish(): Recording {
    return {
      messages: this.#messages,
      log: this.#log,
      usages: this.#usages,
      reads: this.#reads,
      startMs,
      endMs: this.#nowMs,
    }
  }

  #perform(call: Call, denied: string | undefined): Performed {
    // A denied edit must not happen, so it is tried on a copy.
    const controller =
      denied === undefined
        ? this.#controller
        : { ...this.#controller, files: new Map(this.#controller.files) }
    const performed = performCall(call, controller)
    if (call.tool === 'todo') this.#todos = call.items
    if ('path' in call && call.tool !== 'list' && call.tool !== 'search') {
      this.#openPaths = [call.path, ...this.#openPaths.filter((path) => path !== call.path)].slice(0, 5)
      if (denied === undefined)
        this.#reads.push({ path: call.path, ts: this.#nowMs, isEdit: call.tool !== 'read' })
    }
    if (denied === undefined) return performed
    const result = `The user refused this operation and said:\n<user_message>\n${denied}\n</user_message>`
    return { ...performed, result, isError: false }
  }

  /** One request to the model: it sees everything so far and answers with `said`. */
  #request(said: readonly Block[]): void {
    const previous = this.#usages.at(-1)
    const usage = billRequest(
      this.#historyTokens,
      tokensOf(said),
      previous?.tokensIn ?? 0,
      this.#random() * 2 - 1,
    )
    this.#usages.push(usage)
    this.#costUsd += usage.cost
    const { tokensIn, tokensOut, cacheWrites, cacheReads, cost } = usage
    const text = JSON.stringify({ apiProtocol: 'openai', tokensIn, tokensOut, cacheWrites, cacheReads, cost })
    this.#say({ say: 'api_req_started', text })
  }

  #logCall(call: Call, performed: Performed | undefined, denied: string | undefined): void {
    if (performed === undefined) return
    const text = JSON.stringify(performed.shown)
    if (call.tool === 'run') {
      this.#log.push({ ts: this.#nowMs, type: 'ask', ask: 'command', text: call.command, partial: false })
      this.#wait(1, 30)
      this.#say({
        say: 'command_output',
        text: performed.result.slice(performed.result.indexOf('Output:\n') + 8),
      })
    } else if (call.tool === 'complete') {
      this.#say({ say: 'completion_result', text: call.result })
      this.#wait(60, 400)
    } else {
      this.#log.push({
        ts: this.#nowMs,
        type: 'ask',
        ask: call.tool === 'ask' ? 'followup' : 'tool',
        text,
        partial: false,
      })
      this.#wait(call.tool === 'ask' ? 40 : 1, call.tool === 'ask' ? 120 : 6)
    }
    const feedback =
      denied ?? (call.tool === 'ask' ? call.answer : call.tool === 'complete' ? call.feedback : undefined)
    if (feedback !== undefined) this.#say({ say: 'user_feedback', text: feedback })
  }

  #environment(files?: readonly string[]): string {
    return environmentDetails({
      nowMs: this.#nowMs,
      costUsd: this.#costUsd,
      openPaths: this.#openPaths,
      todos: this.#todos,
      ...(files === undefined ? {} : { files }),
    })
  }

  #append(role: Message['role'], content: readonly Block[]): void {
    this.#historyTokens += tokensOf(content)
    this.#messages.push({ role, content, ts: this.#nowMs })
    this.#wait(1, 2)
  }

  #say(entry: LogEntry): void {
    this.#log.push({ ts: this.#nowMs, type: 'say', ...entry, partial: false })
    this.#nowMs += between(this.#random, 20, 400)
  }

  #wait(lowSeconds: number, highSeconds: number): void {
    this.#nowMs += between(this.#random, lowSeconds * 1000, highSeconds * 1000)
  }

  #nextId(): string {
    this.#calls += 1
    const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
    const tail = Array.from({ length: 18 }, () =>
      letters.charAt(between(this.#random, 0, letters.length - 1)),
    )
    return `toolu_${String(this.#calls).padStart(3, '0')}${tail.join('')}`
  }
}

function resultBlock({ result, isError }: Performed, id: string | undefined): Block {
  return { type: 'tool_result', tool_use_id: id, content: result, ...(isError ? { is_error: true } : {}) }
}

/** What the model reads of the blocks, by the reference counter. */
function tokensOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { text, content, name, input }) => {
    if (typeof text === 'string') return sum + countTokens(text)
    if (typeof content === 'string') return sum + countTokens(content)
    return sum + countTokens(`${String(name)} ${JSON.stringify(input)}`)
  }, 0)
}
