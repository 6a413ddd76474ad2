import { describe, expect, it } from 'vitest'
import { bindTo } from '../kernel/testing/bind-to.ts'
import { nativeMethod } from './own/native/native.ts'
import { slidingWindowMethod } from './own/sliding-window/sliding-window.ts'
import { truncationMethod } from './own/truncation/truncation.ts'
import { buildTelemetryEvents } from './telemetry.ts'

type Summary = Parameters<typeof buildTelemetryEvents>[1]

const pass = (id: string) => ({
  id,
  label: id,
  tokensBefore: 2,
  tokensAfter: 1,
  durationMs: 1,
  operations: {},
})
const summary = (more: Partial<Summary>): Summary => ({
  status: 'condensed',
  stats: {
    originalTokens: 2,
    finalTokens: 1,
    reductionPercent: 50,
    costUsd: 0,
    durationMs: 1,
    modelCalls: 0,
    cacheHits: 0,
    operations: [],
  },
  passes: [],
  fidelity: null,
  validity: [],
  warnings: [],
  reason: '',
  error: null,
  trace: [],
  ...more,
})
const manual = { isAutomatic: false, usedOwnHandler: false }

describe('events of a run', () => {
  it.each<[string, typeof nativeMethod, Partial<Summary>, string[]]>([
    [
      'that condensed',
      nativeMethod,
      { passes: [pass('native')] },
      ['started', 'pass-finished native', 'condensed'],
    ],
    ['that slid the window', slidingWindowMethod, {}, ['started', 'truncated']],
    ['that cut texts, which is no truncation of the history', truncationMethod, {}, ['started', 'condensed']],
    [
      'of several passes',
      nativeMethod,
      { passes: [pass('a'), pass('b')] },
      ['started', 'pass-finished a', 'pass-finished b', 'condensed'],
    ],
    ['that found nothing to do', nativeMethod, { status: 'unchanged', reason: 'no' }, ['started']],
    [
      'that failed',
      nativeMethod,
      { status: 'failed', error: { code: 'context-grew', message: 'It grew.' } },
      ['started', 'failed context-grew'],
    ],
  ])('%s', (_name, provider, more, expected) => {
    const events = buildTelemetryEvents(bindTo(provider), summary(more), manual)
    expect(events.map(({ kind, detail }) => `${kind} ${detail}`.trim())).toEqual(expected)
    expect(new Set(events.map(({ providerId }) => providerId))).toEqual(new Set([provider.id]))
  })

  it.each([
    [false, false],
    [true, false],
    [false, true],
    [true, true],
  ])('say whether a trigger started it (%s) and who was asked (%s)', (isAutomatic, usedOwnHandler) => {
    for (const event of buildTelemetryEvents(bindTo(nativeMethod), summary({}), {
      isAutomatic,
      usedOwnHandler,
    }))
      expect(event).toMatchObject({ isAutomatic, usedOwnHandler })
  })

  it.each([
    ['a prompt', nativeMethod, { customPrompt: 'mine' }, true],
    ['no prompt', nativeMethod, {}, false],
    ['an empty prompt', nativeMethod, { customPrompt: ' \n' }, false],
  ])('say whether a person gave %s', (_name, provider, settings, usedCustomPrompt) => {
    const [started] = buildTelemetryEvents(bindTo(provider, settings), summary({}), manual)
    expect(started).toMatchObject({ kind: 'started', usedCustomPrompt })
  })

  it('hold no word of the history', () => {
    const failed = summary({ status: 'failed', error: { code: 'x', message: 'secret words' } })
    expect(
      JSON.stringify(
        buildTelemetryEvents(bindTo(nativeMethod, { customPrompt: 'secret words' }), failed, manual),
      ),
    ).not.toContain('secret')
  })
})
