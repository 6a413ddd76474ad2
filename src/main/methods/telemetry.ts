import type { OutcomeSummary, TelemetryEvent } from '../../shared/condense/outcome-types.ts'
import type { Settings } from '../../shared/methods/provider-types.ts'
import type { Method, ResolvedMethod } from '../kernel/method.ts'

/** Flags of a run that its events carry. */
export type RunFlags = Pick<TelemetryEvent, 'isAutomatic' | 'usedOwnHandler'> & {
  /** A default prompt stands where settings have none. */
  readonly hasDefaultPrompt?: boolean
}

/** What happened in one run of one provider, in order; `OutcomeSummary` says how it ended. */
export function buildTelemetryEvents(
  { method, settings }: ResolvedMethod,
  summary: Omit<OutcomeSummary, 'events' | 'attempts'>,
  flags: RunFlags,
): TelemetryEvent[] {
  const { hasDefaultPrompt = false, ...kept } = flags
  const usedCustomPrompt = hasDefaultPrompt || hasOwnPrompt(method, settings)
  const common = { ...kept, providerId: method.id, usedCustomPrompt }
  const createEvent = (kind: TelemetryEvent['kind'], detail = ''): TelemetryEvent => ({
    kind,
    detail,
    ...common,
  })
  const passes = summary.passes.map(({ id }) => createEvent('pass-finished', id))
  return [createEvent('started'), ...passes, ...buildEndEvent(method, summary, createEvent)]
}

function buildEndEvent(
  { id }: Method,
  { status, error }: Pick<OutcomeSummary, 'status' | 'error'>,
  event: (kind: TelemetryEvent['kind'], detail?: string) => TelemetryEvent,
): TelemetryEvent[] {
  if (status === 'failed') return [event('failed', error?.code ?? '')]
  if (status === 'unchanged') return []
  return [event(id === 'sliding-window' ? 'truncated' : 'condensed')]
}

function hasOwnPrompt({ promptSetting = '' }: Method, settings: Settings): boolean {
  const prompt = settings[promptSetting]
  return typeof prompt === 'string' && prompt.trim() !== ''
}
