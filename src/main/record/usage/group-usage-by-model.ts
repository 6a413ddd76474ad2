import type { Message } from '../../../shared/kernel/message.ts'
import { isPaidAsWhole, pickPaidUsd, sumRecordedUsage } from '../../../shared/kernel/sum-recorded-usage.ts'
import type { RecordedTask } from '../recorded-task.ts'
import { readSurroundings } from '../requests/surroundings.ts'

/** What a task had of one model. */
export type ModelUsage = {
  /** Null for requests of which nobody knows where they went. */
  readonly model: string | null
  readonly requests: number
  /** What its requests and condensations cost, US dollars; null where that is recorded of none, or of the session alone. */
  readonly costUsd: number | null
}

type Spent = { readonly model: string | null; readonly costUsd: number | null; readonly requests: number }

/**
 * The models of a task, the one with the most requests first; at least one entry. A condensation counts to the model of
 * the request before it. `listedModel` takes their place where no request and no message names one. Where no request is
 * recorded, the models are those that the messages name, and what was paid counts to the first. `known` are the models of
 * the requests.
 */
export function groupUsageByModel(
  { messages, usage }: Pick<RecordedTask, 'messages' | 'usage'>,
  known: readonly (string | null)[],
  listedModel: string | null,
): readonly ModelUsage[] {
  const { requests, condensations } = usage
  const whole = sumRecordedUsage(usage).costUsd
  if (requests.length === 0)
    return listNamedModels(messages, listedModel).map((model, place) => ({
      model,
      requests: 0,
      costUsd: place === 0 ? whole : null,
    }))
  const isAnyKnown = known.some((model) => model !== null) || messages.some(hasModelName)
  const models = isAnyKnown ? known : known.map(() => listedModel)
  const findModelByTime = (ts: number | null | undefined): string | null => {
    const after = ts == null ? 0 : requests.findIndex((request) => (request.ts ?? -Infinity) > ts)
    return models[after === -1 ? models.length - 1 : Math.max(0, after - 1)] ?? null
  }
  const spent: readonly Spent[] = [
    ...requests.map((request, index) => ({
      model: models[index] ?? null,
      costUsd: pickPaidUsd(request) ?? null,
      requests: 1,
    })),
    ...condensations.map((one) => ({
      model: findModelByTime(one.ts),
      costUsd: pickPaidUsd(one) ?? null,
      requests: 0,
    })),
  ]
  const groups = [...Map.groupBy(spent, ({ model }) => model)]
  const ofWhole = groups.length === 1 ? whole : null
  const isWhole = isPaidAsWhole(usage)
  return groups
    .map(([model, own]) => ({
      model,
      requests: own.reduce((sum, one) => sum + one.requests, 0),
      costUsd: isWhole || whole === null ? ofWhole : sumKnownCosts(own),
    }))
    .toSorted((a, b) => b.requests - a.requests)
}

/** Null where none has one. */
function sumKnownCosts(spent: readonly Spent[]): number | null {
  const known = spent.flatMap(({ costUsd }) => costUsd ?? [])
  return known.length === 0 ? null : known.reduce((sum, costUsd) => sum + costUsd, 0)
}

function hasModelName(message: Message): boolean {
  return readSurroundings(message).model !== null
}

/** Those that messages name, the most often named first. */
function listNamedModels(
  messages: readonly Message[],
  listedModel: string | null,
): readonly (string | null)[] {
  const named = messages.flatMap((message) => readSurroundings(message).model ?? [])
  if (named.length === 0) return [listedModel]
  return [...Map.groupBy(named, (model) => model)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([model]) => model)
}
