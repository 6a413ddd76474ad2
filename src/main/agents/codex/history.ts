import { isRecord } from '../json/read-json.ts'
import type { Entry } from '../session/entry-order.ts'

/** What a call is given that never got a result (its `ensure_call_outputs_present`). */
const abortedText = 'aborted'

/** The history of a thread as Codex keeps it in memory: items come, are replaced by a summary, or are taken back. */
export class LiveHistory {
  private items: Entry[] = []
  /** The first message of each turn, in the list that it was added to. */
  private turns: { readonly items: Entry[]; readonly first: Entry }[] = []
  /** Calls in `items`, each with the message that holds it. */
  private calls = new Map<string, Entry>()
  /** Those of them without a result. */
  private open = new Set<string>()
  private readonly made = new Map<string, Entry>()

  /** The last call that has no result yet. */
  openCall(): string | null {
    return [...this.open].at(-1) ?? null
  }

  push(entry: Entry): void {
    this.items.push(entry)
    this.noteCalls(entry)
  }

  /** Adds the message that begins a turn. */
  pushTurn(entry: Entry): void {
    this.turns.push({ items: this.items, first: entry })
    this.push(entry)
  }

  /** Adds a result; false where its call is not in the history, and it will not be sent. */
  pushResult(entry: Entry, callId: string): boolean {
    if (!this.calls.has(callId)) return false
    const made = this.made.get(callId)
    if (made !== undefined) {
      this.made.delete(callId)
      this.items.splice(this.items.lastIndexOf(made), 1)
    }
    this.open.delete(callId)
    this.items.push(entry)
    return true
  }

  /** What stands in the history now. */
  current(): readonly Entry[] {
    return [...this.items]
  }

  /** What a request sends now: calls that were broken off get a result that says so. */
  sent(): readonly Entry[] {
    for (const callId of [...this.open].toReversed()) {
      const call = this.calls.get(callId)
      const at = call === undefined ? -1 : this.items.lastIndexOf(call)
      if (at === -1) continue
      const entry = buildAbortedResult(callId)
      this.made.set(callId, entry)
      this.items.splice(at + 1, 0, entry)
    }
    this.open.clear()
    return this.current()
  }

  /** Puts another history in place of this one. */
  replace(entries: readonly Entry[]): void {
    this.items = [...entries]
    this.noteAll()
  }

  /** Takes the last turns back; gives what is gone. `isContext` says what Codex wrote right before a turn. */
  rollBack(count: number, isContext: (entry: Entry) => boolean): readonly Entry[] {
    const from = this.turns.length - Math.min(count, this.turns.length)
    const turn = this.turns[from]
    if (turn === undefined) return []
    const before = this.items
    this.turns = this.turns.slice(0, from)
    this.items = turn.items.slice(0, turn.items.lastIndexOf(turn.first))
    if (from > 0) this.items = this.items.slice(0, this.items.findLastIndex((entry) => !isContext(entry)) + 1)
    this.noteAll()
    const kept = new Set(this.items)
    return before.filter((entry) => !kept.has(entry))
  }

  private noteAll(): void {
    this.calls = new Map()
    this.open = new Set()
    for (const entry of this.items) this.noteCalls(entry)
  }

  private noteCalls(entry: Entry): void {
    const { content } = entry.message
    for (const block of Array.isArray(content) ? content : []) {
      if (!isRecord(block)) continue
      if (block['type'] === 'tool_use' && typeof block['id'] === 'string') {
        this.calls.set(block['id'], entry)
        this.open.add(block['id'])
      }
      if (block['type'] === 'tool_result' && typeof block['tool_use_id'] === 'string')
        this.open.delete(block['tool_use_id'])
    }
  }
}

function buildAbortedResult(callId: string): Entry {
  return {
    message: {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: callId, content: abortedText }],
      isBoilerplate: true,
    },
    isCopy: true,
  }
}
