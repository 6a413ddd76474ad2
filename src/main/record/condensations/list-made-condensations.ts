import type { Message } from '../../../shared/kernel/message.ts'
import type { RecordedRun } from '../recorded-run.ts'
import type { OwnCondensation } from './build-own-condensations.ts'
import { createSummaryFinder } from './create-summary-finder.ts'

/** A condensation of the agent. */
export type MadeCondensation = {
  readonly own: OwnCondensation
  /** The first request that was sent after it; null where none was. */
  readonly atRequest: number | null
  /** Messages that stand in the context since then and did not before. */
  readonly written: readonly Message[]
  /** Index of the message that is its summary, also where what that stood for was deleted; null where there is none. */
  readonly summary: number | null
}

type Known = {
  readonly requests: () => RecordedRun['requests']
  readonly lastCondensations: () => readonly OwnCondensation[]
  readonly source: { readonly summaries: () => RecordedRun['summaries'] }
}

/** All condensations of a task in the order in which they were made, also those of which nothing but the record is left. */
export function listMadeCondensations(
  { messages, usage }: Pick<RecordedRun, 'messages' | 'usage'>,
  { requests, lastCondensations, source }: Known,
): readonly MadeCondensation[] {
  const findSummary = createSummaryFinder({ messages, usage, summaries: source.summaries() })
  const make = (own: OwnCondensation, atRequest: number | null): MadeCondensation => ({
    own,
    atRequest,
    written: listWritten(own),
    summary: own.record === null ? null : findSummary(own.record),
  })
  const found = [
    ...requests().flatMap(({ condensations, index }) =>
      condensations.map((own) => make(own, own.request ?? index)),
    ),
    ...lastCondensations().map((own) => make(own, own.request ?? null)),
  ]
  const noted = new Set(found.map(({ own }) => own.record))
  const others = usage.condensations.filter((record) => !noted.has(record))
  const deleted = others.map((record) => {
    const after = usage.requests.findIndex(({ ts }) => ts != null && record.ts != null && ts > record.ts)
    const costUsd = record.costUsd ?? null
    return make({ kind: 'condensation', costUsd, record, change: 'deleted' }, after === -1 ? null : after)
  })
  const findRequestPlace = ({ atRequest }: MadeCondensation): number => atRequest ?? usage.requests.length
  return [...found, ...deleted].toSorted((a, b) => findRequestPlace(a) - findRequestPlace(b))
}

function listWritten({ change }: Pick<OwnCondensation, 'change'>): readonly Message[] {
  if (typeof change === 'string') return []
  const had = new Set(change.source)
  return change.result.filter((message) => !had.has(message))
}
