import { append } from '../../../shared/kernel/append.ts'
import { isRecord } from '../json/fields.ts'
import type { Entry, SentHistory } from '../session/entry-order.ts'

/** What a call is given that never got a result (its `ensure_call_outputs_present`). */
const abortedText = 'aborted'

/** A list of items, which is one list while it only grows. */
type Items = {
  entries: Entry[]
  /** So many of `entries` were handed out: these stay as they are. */
  handedOut: number
}

/** The history of a thread as Codex keeps it in memory: items come, are replaced by a summary, or are taken back. */
export class LiveHistory {
  private items: Items = { entries: [], handedOut: 0 }
  /** The first message of each turn, in the list that it was added to. */
  private readonly turns: { readonly items: Items; readonly first: Entry }[] = []
  /** Calls in `items`, each with the messages that hold it: one, unless ids come twice. */
  private calls = new Map<string, Entry[]>()
  /** Those of them without a result. */
  private open = new Set<string>()
  /** The same in the order in which they came, and others that have one by now. */
  private opened: string[] = []
  private readonly made = new Map<string, Entry>()

  /** The last call that has no result yet. */
  openCall(): string | null {
    for (;;) {
      const callId = this.opened.at(-1)
      if (callId === undefined || this.open.has(callId)) return callId ?? null
      this.opened.pop()
    }
  }

  push(entry: Entry): void {
    this.items.entries.push(entry)
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
      const at = this.items.entries.lastIndexOf(made)
      if (at !== -1) this.takeFrom(at).splice(at, 1)
    }
    this.open.delete(callId)
    this.items.entries.push(entry)
    return true
  }

  /** What stands in the history now: the beginning of a list that grows, so that no request needs a copy of it. */
  current(): SentHistory {
    const { entries } = this.items
    this.items.handedOut = entries.length
    return { list: entries, length: entries.length }
  }

  /** What a request sends now: calls that were broken off get a result that says so. */
  sent(): SentHistory {
    const broken = Map.groupBy(this.open, (callId) => this.calls.get(callId)?.at(-1))
    const left = new Set(broken.keys())
    let at = this.items.entries.length
    const tail: Entry[][] = []
    while (left.size > 0 && at > 0) {
      at -= 1
      const entry = this.items.entries[at]
      if (entry === undefined) continue
      const results = left.delete(entry) ? (broken.get(entry) ?? []).map((id) => this.makeResult(id)) : []
      tail.push([entry, ...results])
    }
    if (tail.length > 0) {
      const entries = this.takeFrom(at + 1)
      entries.length = at
      append(entries, tail.toReversed().flat())
    }
    this.open.clear()
    this.opened = []
    return this.current()
  }

  /** Puts another history in place of this one. */
  replace(entries: readonly Entry[]): void {
    this.items = { entries: [...entries], handedOut: 0 }
    this.noteAll()
  }

  /** Takes the last turns back; gives what is gone. `isContext` says what Codex wrote right before a turn. */
  rollBack(count: number, isContext: (entry: Entry) => boolean): readonly Entry[] {
    const from = this.turns.length - Math.min(count, this.turns.length)
    const turn = this.turns[from]
    if (turn === undefined) return []
    this.turns.length = from
    const { entries } = turn.items
    let end = Math.max(0, entries.lastIndexOf(turn.first))
    if (from > 0) while (end > 0 && isContext(entries[end - 1] ?? turn.first)) end -= 1
    if (turn.items === this.items) return this.cutAt(end)
    const before = this.items.entries
    this.items = turn.items
    this.takeFrom(end).length = end
    this.noteAll()
    const kept = new Set(this.items.entries)
    return before.filter((entry) => !kept.has(entry))
  }

  /** Takes away what stands from a place on. What is known of the calls before it stays. */
  private cutAt(end: number): readonly Entry[] {
    const gone = this.takeFrom(end).splice(end)
    for (const entry of gone.toReversed()) {
      for (const callId of callsOf(entry)) {
        const holders = this.calls.get(callId)?.filter((holder) => holder !== entry) ?? []
        if (holders.length > 0) this.calls.set(callId, holders)
        else this.calls.delete(callId)
        this.open.delete(callId)
      }
      // A call whose result is taken back waits for one again.
      for (const callId of resultsOf(entry)) if (this.calls.has(callId)) this.wait(callId)
    }
    return gone
  }

  /** The entries, to be changed from a place on: copied where what was handed out reaches beyond it. */
  private takeFrom(place: number): Entry[] {
    if (place < this.items.handedOut) {
      this.items.entries = [...this.items.entries]
      this.items.handedOut = 0
    }
    return this.items.entries
  }

  private wait(callId: string): void {
    this.open.add(callId)
    this.opened.push(callId)
  }

  private makeResult(callId: string): Entry {
    const entry = buildAbortedResult(callId)
    this.made.set(callId, entry)
    return entry
  }

  private noteAll(): void {
    this.calls = new Map()
    this.open = new Set()
    this.opened = []
    for (const entry of this.items.entries) this.noteCalls(entry)
  }

  private noteCalls(entry: Entry): void {
    for (const callId of callsOf(entry)) {
      const holders = this.calls.get(callId)
      if (holders === undefined) this.calls.set(callId, [entry])
      else if (holders.at(-1) !== entry) holders.push(entry)
      this.wait(callId)
    }
    for (const callId of resultsOf(entry)) this.open.delete(callId)
  }
}

const callsOf = (entry: Entry): readonly string[] => idsIn(entry, 'tool_use', 'id')
const resultsOf = (entry: Entry): readonly string[] => idsIn(entry, 'tool_result', 'tool_use_id')

function idsIn({ message: { content } }: Entry, type: string, key: string): readonly string[] {
  return Array.isArray(content)
    ? content.flatMap((block: unknown) => {
        const id = isRecord(block) && block['type'] === type ? block[key] : null
        return typeof id === 'string' ? [id] : []
      })
    : []
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
