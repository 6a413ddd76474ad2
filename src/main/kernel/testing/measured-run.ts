import type { MeasuredRun } from '../../../shared/condense/run-types.ts'

type Attempt = MeasuredRun['attempts'][number]
type Stats = NonNullable<MeasuredRun['stats']>

/** An attempt with a result, some of its fields replaced. */
export function measuredAttempt(more: Partial<Attempt> = {}): Attempt {
  return { providerId: 'native', status: 'condensed', code: '', reductionPercent: 50, costUsd: 0.02, ...more }
}

/** A run of one attempt of native on 1,000 tokens in two seconds, some of its fields replaced. */
export function measuredRun({
  stats = {},
  ...more
}: Partial<Omit<MeasuredRun, 'stats'>> & { readonly stats?: Partial<Stats> | null } = {}): MeasuredRun {
  const whole: Stats = {
    originalTokens: 1000,
    finalTokens: 500,
    reductionPercent: 50,
    costUsd: 0.02,
    durationMs: 2000,
    modelCalls: 1,
    cacheHits: 0,
    operations: [],
  }
  return {
    id: 'run-1',
    providerId: 'native',
    presetId: null,
    model: { profileId: 'work', label: 'Work' },
    prompt: null,
    isAutomatic: false,
    status: 'condensed',
    startedTs: 1000,
    attempts: [measuredAttempt()],
    oldArm: null,
    quality: null,
    errorCode: null,
    warningCodes: [],
    lostCostUsd: 0,
    stats: stats === null ? null : { ...whole, ...stats },
    ...more,
  }
}
