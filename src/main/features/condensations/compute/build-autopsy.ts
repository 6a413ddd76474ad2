import type { Autopsied, Autopsy } from '../../../../shared/condensations/autopsy-types.ts'
import type { Message } from '../../../../shared/kernel/message.ts'
import { sum } from '../../../../shared/kernel/numbers.ts'
import { stopIfCancelled, type CancelSignal } from '../../../kernel/cancel-signal.ts'
import { listBlocks } from '../../../kernel/history/blocks.ts'
import type { TokenCounter } from '../../../kernel/tokens/token-counter.ts'
import type { RecordedRequest, RecordedRun } from '../../../record/recorded-run.ts'
import { findMissing } from './find-missing.ts'

type Own = RecordedRequest['condensations'][number]
type Change = Exclude<Own['change'], string>

/** A condensation of the agent, and the first request that was sent after it; null where none was. */
type Made = { readonly own: Own; readonly atRequest: number | null }

/** Services of an autopsy; none has to be there. */
type AutopsyServices = {
  readonly signal?: CancelSignal
  readonly onProgress?: (done: number, total: number) => void
}

/** What each condensation of the agent left out, and what of that the agent needed later. Throws `Cancelled`. */
export function buildAutopsy(
  run: RecordedRun,
  counter: TokenCounter,
  services: AutopsyServices = {},
): Autopsy {
  const made = listMadeCondensations(run)
  const sizes = buildAutopsySizes(run)
  const condensations = made.map(({ own, atRequest }, at): Autopsied => {
    if (services.signal !== undefined) stopIfCancelled(services.signal)
    services.onProgress?.(at, made.length)
    const { record, change, costUsd } = own
    const kind = findCondensationKind(own)
    const found =
      typeof change === 'string'
        ? { hidden: null, unexamined: change, missing: [], others: null, summary: null }
        : {
            hidden: measureHiddenParts(change, sizes),
            unexamined: null,
            summary: readSummary(change),
            ...findMissing(run, { ...change, ...sizes, isOpaque: kind === 'opaque' }, counter),
          }
    return {
      n: at + 1,
      kind,
      trigger: record?.trigger ?? null,
      ts: record?.ts ?? null,
      ...measureContextSizes(run, { own, atRequest }, sizes),
      atRequest: atRequest === null ? null : atRequest + 1,
      costUsd: costUsd ?? record?.derivedUsd ?? null,
      followed: atRequest === null ? 0 : run.requests.length - atRequest,
      ...found,
      summary: record?.summaryText ?? found.summary,
    }
  })
  return { condensations }
}

/** In the order in which they were made; also those of which nothing but the record is left. */
function listMadeCondensations({ requests, lastCondensations, usage }: RecordedRun): readonly Made[] {
  const found = [
    ...requests.flatMap(({ condensations, index }) =>
      condensations.map((own): Made => ({ own, atRequest: own.request ?? index })),
    ),
    ...lastCondensations.map((own): Made => ({ own, atRequest: own.request ?? null })),
  ]
  const noted = new Set(found.map(({ own }) => own.record))
  const others = usage.condensations.filter((record) => !noted.has(record))
  const deleted = others.map((record): Made => {
    const after = usage.requests.findIndex(({ ts }) => ts != null && record.ts != null && ts > record.ts)
    const own: Own = { kind: 'condensation', costUsd: record.costUsd ?? null, record, change: 'deleted' }
    return { own, atRequest: after === -1 ? null : after }
  })
  const findRequestPlace = ({ atRequest }: Made): number => atRequest ?? usage.requests.length
  return [...found, ...deleted].toSorted((a, b) => findRequestPlace(a) - findRequestPlace(b))
}

/** Messages of a task with their places and the tokens of their parts. */
type AutopsySizes = {
  readonly indexOf: ReadonlyMap<Message, number>
  readonly partTokens: readonly (readonly number[])[]
}

function buildAutopsySizes({ messages, sizes }: RecordedRun): AutopsySizes {
  const { partTokens } = sizes.fitted ?? sizes.recorded
  return { indexOf: new Map(messages.map((message, index) => [message, index])), partTokens }
}

function findCondensationKind({ kind, record, change }: Own): Autopsied['kind'] {
  if (record?.kind !== undefined) return record.kind
  if (kind === 'truncation') return 'truncation'
  return typeof change !== 'string' && change.result.some(isOpaque) ? 'opaque' : 'summary'
}

/** A summary that says nothing to anybody but the model's vendor. */
function isOpaque(message: Message): boolean {
  return message.isSummary === true && readMessageText(message).trim() === ''
}

function readMessageText(message: Message): string {
  if (typeof message.content === 'string') return message.content
  return listBlocks(message)
    .flatMap((block) => (typeof block['text'] === 'string' ? block['text'] : []))
    .join('\n')
}

function readSummary({ source, result }: Change): string | null {
  const had = new Set(source)
  const text = result
    .filter((message) => message.isSummary === true && !had.has(message))
    .map(readMessageText)
    .join('\n\n')
    .trim()
  return text === '' ? null : text
}

/** The parts that are sent no longer; what stands in another version or order is still sent. */
function measureHiddenParts(
  change: Change,
  { indexOf, partTokens }: AutopsySizes,
): NonNullable<Autopsied['hidden']> {
  const { source, result } = change
  const [had, has] = [new Set(source), new Set(result)]
  const gone = source.filter((message) => !has.has(message))
  const copies = result.filter((message) => !had.has(message) && message.isSummary !== true)
  const left = new Set(copies.flatMap((message) => listBlocks(message).map((block) => JSON.stringify(block))))
  const isLeft = (message: Message): boolean => {
    const blocks = listBlocks(message)
    return blocks.length > 0 && blocks.every((block) => left.has(JSON.stringify(block)))
  }
  const messages = gone.filter((message) => !isLeft(message)).flatMap((message) => indexOf.get(message) ?? [])
  const tokens = sum(messages.map((index) => sum(partTokens[index] ?? [])))
  const added = copies.filter((message) => !isLeft(message)).flatMap((message) => indexOf.get(message) ?? [])
  const isClearing = copies.length > 0 && gone.length === copies.length
  const stubs = isClearing ? sum(added.map((index) => sum(partTokens[index] ?? []))) : 0
  const parts = sum(messages.map((index) => (partTokens[index] ?? []).length))
  return { messages: messages.length, parts, tokens: Math.max(0, Math.round(tokens - stubs)) }
}

/** As the agent recorded them, else of the requests before and after, else by the messages. */
function measureContextSizes(
  { requests }: RecordedRun,
  { own, atRequest }: Made,
  { indexOf, partTokens }: AutopsySizes,
): Pick<Autopsied, 'before' | 'after'> {
  const { record, change } = own
  const at = atRequest ?? requests.length
  const sumInput = (request: RecordedRequest | undefined): number | null => {
    const usage = request?.usage.value ?? null
    return usage === null ? null : usage.input + usage.cacheReads + usage.cacheWrites
  }
  const measureMessages = (messages: readonly Message[]): number =>
    Math.round(sum(messages.flatMap((message) => partTokens[indexOf.get(message) ?? -1] ?? [])))
  const counted =
    typeof change === 'string'
      ? null
      : { before: measureMessages(change.source), after: measureMessages(change.result) }
  return {
    before: record?.tokensBefore ?? sumInput(requests[at - 1]) ?? counted?.before ?? null,
    after: record?.tokensAfter ?? sumInput(requests[at]) ?? counted?.after ?? null,
  }
}
