import { append } from '../../../shared/kernel/append.ts'
import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import type { RequestUsage } from '../../../shared/kernel/usage.ts'
import { toTextOrNull, type Fields } from '../json/fields.ts'
import type { Entry, SentHistory } from '../session/entry-order.ts'
import type { LiveHistory } from './history.ts'
import type { RolloutLine } from './lines.ts'

/** Takes a request: what it sent, and the messages that answer it. */
type TakeRequest = (usage: RequestUsage, sent: SentHistory, answer: readonly Entry[]) => void

/** How the requests of a turn ended that no usage was reported of. */
type TurnEnd = Pick<RequestUsage, 'cancelled' | 'failureText'>

/** A message that the model wrote: items that follow each other. */
type Run = Readonly<{ sent: SentHistory; entry: Entry; ts: number | null }>

type OpenRun = {
  sent: SentHistory
  blocks: ContentBlock[]
  first: RolloutLine
  isSummary: boolean
  lastCall: string | null
}

/** Puts what the model wrote and the reports of usage together to requests. */
export class Exchange {
  private readonly history: LiveHistory
  private readonly take: TakeRequest
  private run: OpenRun | null = null
  /** Messages that no report has been for yet. */
  private runs: Run[] = []
  /** A report that came before what it is for. */
  private report: { readonly usage: RequestUsage; readonly ts: number | null } | null = null

  constructor(history: LiveHistory, take: TakeRequest) {
    this.history = history
    this.take = take
  }

  write(blocks: readonly ContentBlock[], line: RolloutLine, isSummary: boolean): void {
    this.run ??= { sent: this.history.sent(), blocks: [], first: line, isSummary: false, lastCall: null }
    append(this.run.blocks, blocks)
    for (const { type, id } of blocks) if (type === 'tool_use') this.run.lastCall = toTextOrNull(id)
    if (isSummary) this.run.isSummary = true
  }

  /** The last call of the message that is being written. */
  lastCall(): string | null {
    return this.run?.lastCall ?? null
  }

  /** Something else follows: the message is whole. */
  endRun(): void {
    if (this.run === null) return
    const { sent, blocks, first, isSummary } = this.run
    const entry = buildLineEntry('assistant', blocks, first, isSummary ? { isSummary: true } : {})
    this.run = null
    this.history.push(entry)
    this.runs.push({ sent, entry, ts: first.ts })
  }

  /** The report of a response. Some versions write it before the response, all others behind it. */
  endResponse(usage: RequestUsage, ts: number | null, comesFirst: boolean): void {
    this.endReported()
    this.report = { usage, ts }
    if (!comesFirst) this.endReported()
  }

  /** Nothing more comes of what the model was writing. Where no report came, each message answers a request. */
  endTurn(end: TurnEnd = {}): void {
    this.endReported()
    for (const { sent, entry, ts } of this.runs) this.take({ ts, ...end }, sent, [entry])
    this.runs = []
  }

  /** A request failed: the one whose answer broke off, else one without an answer. */
  fail(failureText: string, ts: number | null): void {
    this.endReported()
    if (this.runs.length === 0) this.take({ ts, failureText }, this.history.sent(), [])
    this.endTurn({ failureText })
  }

  private endReported(): void {
    this.endRun()
    if (this.report === null) return
    const { usage, ts } = this.report
    const [first] = this.runs
    this.take(
      { ts: first?.ts ?? ts, ...usage },
      first?.sent ?? this.history.sent(),
      this.runs.map(({ entry }) => entry),
    )
    this.report = null
    this.runs = []
  }
}

/** The message of a line. */
export function buildLineEntry(
  role: string,
  blocks: readonly ContentBlock[],
  { ts, line, payload }: RolloutLine,
  marks: Fields = {},
): Entry {
  const id = toTextOrNull(payload['id'])
  const message: Message = {
    role,
    content: [...blocks],
    ...(ts === null ? {} : { ts }),
    ...marks,
    origin: { ...(line === null ? {} : { line }), ...(id === null ? {} : { id }) },
  }
  return { message }
}
