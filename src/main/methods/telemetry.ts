import type { OutcomeSummary, TelemetryEvent } from '../../shared/condense/outcome-types.ts'
import type { Method } from '../kernel/method.ts'

/** Flags of a run that its events carry. */
export type RunFlags = Pick<TelemetryEvent, 'isAutomatic' | 'usedOwnHandler'> & {
  /** A default prompt stands where settings have none. */
  readonly hasDefaultPrompt?: boolean
}

/** What happened in one run of one provider, in order; `OutcomeSummary` says how it ended. */
export function buildTelemetryEvents(
  provider: Method,
  settings: unknown,
  summary: Omit<OutcomeSummary, 'events' | 'attempts'>,
  flags: RunFlags,
): TelemetryEvent[] {
  const { hasDefaultPrompt = false, ...kept } = flags
  const usedCustomPrompt = hasDefaultPrompt || hasOwnPrompt(provider, settings)
  const common = { ...kept, providerId: provider.id, usedCustomPrompt }
  const createEvent = (kind: TelemetryEvent['kind'], detail = ''): TelemetryEvent => ({
    kind,
    detail,
    ...common,
  })
  const passes = summary.passes.map(({ id }) => createEvent('pass-finished', id))
  return [createEvent('started'), ...passes, ...buildEndEvent(provider, summary, createEvent)]
}

function buildEndEvent(
  provider: Method,
  { status, error }: Pick<OutcomeSummary, 'status' | 'error'>,
  event: (kind: TelemetryEvent['kind'], detail?: string) => TelemetryEvent,
): TelemetryEvent[] {
  if (status === 'failed') return [event('failed', error?.code ?? '')]
  if (status === 'unchanged') return []
  return [event(provider.id === 'sliding-window' ? 'truncated' : 'condensed')]
}

function hasOwnPrompt({ promptSetting }: Method, settings: unknown): boolean {
  if (promptSetting === undefined || typeof settings !== 'object' || settings === null) return false
  const prompt: unknown = Object.entries(settings).find(([key]) => key === promptSetting)?.[1]
  return typeof prompt === 'string' && prompt.trim() !== ''
}
