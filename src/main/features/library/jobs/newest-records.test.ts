import { globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sumRecordedUsage } from '../../../../shared/kernel/sum-recorded-usage.ts'
import type { RecordedCondensation } from '../../../../shared/kernel/usage.ts'
import { listPriceMark } from '../../../../shared/kernel/words/record.ts'
import { importFiles } from '../../../agents/import-files.ts'
import { withDerivedCosts } from '../../../kernel/pricing/derive-costs.ts'
import { hasRealHistories } from '../../../kernel/testing/real-histories.ts'
import { findCachedTokens, readRecordedInput } from '../../../record/usage/cached-tokens.ts'
import { readRecordedSplits } from '../../../record/usage/usage-splits.ts'

type Values = Readonly<Record<string, unknown>>

const readLines = async (name: string, lines: readonly Values[]) => {
  const task = await importFiles(name, [{ name, text: lines.map((line) => JSON.stringify(line)).join('\n') }])
  return { ...task, usage: withDerivedCosts(task.usage, new Date('2026-11-20')) }
}

let place = 0
const claudeLine = (type: string, minute: number, more: Values, version = '2.1.330'): Values => {
  place += 1
  return {
    type,
    uuid: `u${place}`,
    parentUuid: place === 1 ? null : `u${place - 1}`,
    sessionId: 's',
    cwd: '/w',
    version,
    isSidechain: false,
    timestamp: new Date(Date.UTC(2026, 10, 20, 9, minute)).toISOString(),
    ...more,
  }
}
const asks = (minute: number, content: string): Values =>
  claudeLine('user', minute, { message: { role: 'user', content } })
const answers = (minute: number, content: readonly Values[], usage: Values): Values =>
  claudeLine('assistant', minute, {
    requestId: `r${place}`,
    message: { id: `m${place}`, role: 'assistant', model: 'claude-opus-5', content, usage },
  })
const says = (text: string): Values => ({ type: 'text', text })
const used = (input: number, read: number, output: number): Values => ({
  input_tokens: input,
  cache_read_input_tokens: read,
  cache_creation_input_tokens: 0,
  output_tokens: output,
})

describe('what newer versions of Claude Code record', () => {
  it('has a compaction by the server apart, and sends nothing from before it again', async () => {
    place = 0
    const iterations = [
      { type: 'compaction', ...used(100, 900, 50) },
      { type: 'message', ...used(200, 0, 10) },
    ]
    const { usage, contexts, messages } = await readLines('a.jsonl', [
      asks(0, 'Rename all'),
      answers(1, [says('Half of it')], used(10, 0, 5)),
      asks(2, 'Go on'),
      answers(3, [{ type: 'compaction', content: 'Half is renamed.' }, says('All of it')], {
        ...used(200, 0, 10),
        iterations,
      }),
      asks(4, 'Show it'),
      answers(5, [says('Here')], used(20, 200, 1)),
    ])
    expect(usage.condensations).toMatchObject([
      { tokensBefore: 1000, tokensAfter: 200, request: 1, summaryText: 'Half is renamed.' },
    ])
    expect(usage.condensations[0]?.derivedUsd).toBeCloseTo((100 * 5 + 900 * 0.5 + 50 * 25) / 1e6, 12)
    expect(usage.requests.map(({ derivedUsd = 0 }) => Math.round(derivedUsd * 1e6))).toEqual([175, 1250, 225])
    expect(contexts?.changes.find(({ condensation }) => condensation === 0)?.hide).toEqual([[0, 3]])
    expect(messages).toHaveLength(6)
  })

  it('takes a compaction for no smaller than what it closed, and one that failed for none', async () => {
    const respond = (content: unknown) => {
      place = 0
      const iterations = [
        { type: 'compaction', ...used(3000, 0, 50) },
        { type: 'message', ...used(200, 0, 10) },
      ]
      return readLines('a.jsonl', [
        asks(0, 'Rename all'),
        answers(1, [says('Half of it')], used(10, 180_000, 5)),
        asks(2, 'Go on'),
        answers(3, [{ type: 'compaction', content }, says('All')], { ...used(200, 0, 10), iterations }),
      ])
    }
    const { usage } = await respond('Half is renamed.')
    expect(usage.condensations).toMatchObject([{ tokensBefore: 180_015, usage: { tokensIn: 3000 } }])
    const { usage: failed, contexts } = await respond(null)
    expect(failed.condensations).toEqual([])
    expect(contexts?.changes.some(({ condensation }) => condensation !== undefined)).toBe(false)
    expect(failed.requests[1]?.derivedUsd).toBeCloseTo((3200 * 5 + 60 * 25) / 1e6, 12)
  })

  const boundary = async (
    minute: number,
    preTokens: number,
    { version = '2.1.330', more = [] as Values[] } = {},
  ) => {
    place = 0
    const before = [asks(0, 'Move all'), answers(1, [says('Moved 40')], used(10, 0, 5))]
    const compactMetadata = { trigger: 'auto', preTokens, durationMs: 41_000, precomputed: true }
    const cut = claudeLine(
      'system',
      minute,
      { subtype: 'compact_boundary', compactMetadata, parentUuid: null },
      version,
    )
    const summary = claudeLine('user', minute, {
      isCompactSummary: true,
      message: {
        role: 'user',
        content: 'It is continued.',
      },
    })
    const { usage } = await readLines('a.jsonl', [...before, cut, summary, ...more, asks(120, 'Go on')])
    return usage.condensations[0]
  }

  it('tells that it condensed while idle, by its words or probably by pause and size', async () => {
    expect(await boundary(56, 214_805)).toMatchObject({
      trigger: 'probably idle',
      agentVersion: '2.1.330',
      pauseMs: 55 * 6e4,
      durationMs: 41e3,
      isPrecomputed: true,
    })
    expect(await boundary(56, 167_000)).toMatchObject({ trigger: 'auto' })
    expect(await boundary(20, 214_805)).toMatchObject({ trigger: 'auto' })
    expect(await boundary(56, 214_805, { version: '2.1.217' })).toMatchObject({ trigger: 'auto' })
    const content = 'Compacted while idle, before the prompt cache expired'
    const told = [claudeLine('system', 56, { subtype: 'informational', content })]
    expect(await boundary(50, 167_000, { more: told })).toMatchObject({ trigger: 'idle' })
  })

  it('takes a recap for who comes back for no condensation', async () => {
    place = 0
    const { usage } = await readLines('a.jsonl', [
      asks(0, 'Move all'),
      answers(1, [says('Moved')], used(10, 0, 5)),
      claudeLine('system', 30, { subtype: 'away_summary', content: 'You asked to move all.' }),
    ])
    expect(usage.condensations).toEqual([])
  })
})

describe('what newer versions of Codex record', () => {
  const line = (type: string, payload: Values): Values => ({
    timestamp: '2026-11-20T09:00:00Z',
    type,
    payload,
  })
  const settings = (service_tier?: string): Values =>
    line('event_msg', {
      type: 'thread_settings_applied',
      thread_settings: { model: 'gpt-5.4', service_tier },
    })
  const turn = (id: string): readonly Values[] => [
    line('response_item', { type: 'message', role: 'user', content: [{ type: 'input_text', text: id }] }),
    line('response_item', {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text: `${id}!` }],
    }),
    record(id),
  ]
  const record = (id: string): Values =>
    line('token_usage_record', {
      response_id: id,
      usage: { input_tokens: 1000, cached_input_tokens: 0, output_tokens: 100, total_tokens: 1100 },
    })

  it('asks for a tier until the settings change, its compactions too', async () => {
    const { usage } = await readLines('rollout-a.jsonl', [
      line('session_meta', { id: 's', timestamp: '2026-11-20T09:00:00Z', cwd: '/w', cli_version: '0.169.0' }),
      settings(),
      ...turn('one'),
      settings('priority'),
      ...turn('two'),
      ...turn('three'),
      record('compact'),
      line('compacted', { message: '', replacement_history: [], compaction_response_id: 'compact' }),
      settings('default'),
      ...turn('four'),
    ])
    const usd = (1000 * 2.5 + 100 * 15) / 1e6
    expect(usage.requests.map(({ serviceTier, isTierAsked }) => [serviceTier, isTierAsked])).toEqual([
      [undefined, undefined],
      ['priority', true],
      ['priority', true],
      [undefined, undefined],
    ])
    const known = usage.requests.map(({ derivedUsd }) => derivedUsd)
    expect(known).toEqual([usd, 2 * usd, 2 * usd, usd].map((one) => expect.closeTo(one, 12)))
    expect(usage.condensations[0]?.derivedUsd).toBeCloseTo(2 * usd, 12)
    expect(usage.condensations[0]?.agentVersion).toBe('0.169.0')
  })
})

describe('a plan that bills nothing by the token', () => {
  const report = (plan_type?: string): Values => ({
    timestamp: '2026-11-20T09:00:00Z',
    type: 'event_msg',
    payload: {
      type: 'token_count',
      info: null,
      ...(plan_type === undefined ? {} : { rate_limits: { plan_type } }),
    },
  })
  const meta = { timestamp: '2026-11-20T09:00:00Z', type: 'session_meta', payload: { id: 's', cwd: '/w' } }
  const asked = {
    timestamp: '2026-11-20T09:00:00Z',
    type: 'response_item',
    payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go' }] },
  }

  it.each([
    ['pro', [report(), report('pro')]],
    [undefined, [report()]],
  ])('is named where Codex records it: %s', async (plan, reports) => {
    const { usage } = await readLines('rollout-a.jsonl', [meta, asked, ...reports])
    expect(usage.subscription).toBe(plan)
    expect(sumRecordedUsage(usage).subscription).toBe(plan)
  })

  it('is told behind what list prices come to', () => {
    const mark = listPriceMark({ costUsd: 2, derivedUsd: 2, subscription: 'pro' })
    expect(mark).toBe(' at list prices (pro plan, not billed by the token)')
  })
})

const cases = resolve(import.meta.dirname, '../../../../../../shared/data/cases')
const names = hasRealHistories
  ? globSync(`${cases}/{01,02,04,05,06,12}-*/.c*/**/*.jsonl`)
  : ['(the folder of cases is not here)']
type WantedRequest = {
  readonly model: string
  readonly contextTokens: number
  readonly input: number
  readonly cacheRead: number
  readonly cacheWrite5m: number
  readonly cacheWrite1h: number
  readonly output: number
  readonly costUsd: number | null
  readonly parts?: readonly Values[]
}
type WantedCondensation = {
  readonly by?: string
  readonly atRequest?: number
  readonly trigger?: string
  readonly tokensBefore: number
  readonly tokensAfter: number
  readonly cacheRead?: number
  readonly outputTokens?: number
  readonly costUsd?: number
  readonly pauseBeforeSeconds?: number
}
/** Of the prompt that is sent behind the summary. */
const ownPromptTokens = 6
const toMillionths = (usd: number | null | undefined): number | null =>
  usd === null || usd === undefined ? null : Math.round(usd * 1e6)

describe.skipIf(!hasRealHistories)('cases whose answers are known', () => {
  it.each(names)('%s has its requests, tokens by kind, contexts, condensations and cents', async (path) => {
    const folder = path.slice(0, path.indexOf('/.c'))
    // Written by hand, in this form.
    const expected = JSON.parse(readFileSync(`${folder}/expected.json`, 'utf8')) as {
      readonly requests: readonly WantedRequest[]
      readonly condensations: readonly WantedCondensation[]
    }
    const lines = readFileSync(path, 'utf8').trim().split('\n')
    const { usage } = await readLines(
      basename(path),
      lines.map((line) => JSON.parse(line) as Values),
    )
    const { requests, condensations } = usage
    const inside = (at: number): number =>
      condensations.reduce((sum, one) => sum + (one.request === at ? (one.derivedUsd ?? 0) : 0), 0)
    const splits = readRecordedSplits(requests)
    const cached = findCachedTokens(requests)
    const found = requests.map(({ derivedUsd, tokensOut, modelId, cacheWrites1h = 0 }, at) => ({
      model: modelId,
      contextTokens: readRecordedInput(requests, at, cached),
      input: splits[at]?.input,
      cacheRead: splits[at]?.cacheReads,
      cacheWrite5m: (splits[at]?.cacheWrites ?? 0) - cacheWrites1h,
      cacheWrite1h: cacheWrites1h,
      output: tokensOut,
      costUsd: toMillionths(derivedUsd === undefined ? null : derivedUsd + inside(at)),
    }))
    expect(found).toEqual(
      expected.requests.map(({ model, costUsd, ...wanted }) => ({
        model,
        contextTokens: wanted.contextTokens,
        input: wanted.input,
        cacheRead: wanted.cacheRead,
        cacheWrite5m: wanted.cacheWrite5m,
        cacheWrite1h: wanted.cacheWrite1h,
        output: wanted.output,
        costUsd: toMillionths(costUsd),
      })),
    )
    expect(
      requests.map(({ innerCalls = [] }) =>
        innerCalls.map(({ kind, modelId, tokensIn, tokensOut }) => ({
          kind,
          model: modelId,
          input: tokensIn,
          output: tokensOut,
        })),
      ),
    ).toMatchObject(
      expected.requests.map(({ parts = [] }) =>
        parts
          .filter(({ kind }) => kind !== undefined)
          .map(({ kind, model, input, output }) => ({ kind, model, input, output })),
      ),
    )
    const sentAfter = ({ ts }: RecordedCondensation): number => {
      const next = requests.findIndex((request) => (request.ts ?? 0) > (ts ?? 0))
      return readRecordedInput(requests, next, cached)
    }
    expect(
      condensations.map((one) => ({
        atRequest: one.request === undefined ? undefined : one.request + 1,
        trigger: one.trigger,
        tokensBefore: one.tokensBefore,
        // Claude Code records the size of the messages alone; that of the context is what is sent next.
        tokensAfter: one.tokensAfter ?? sentAfter(one),
        cacheRead: one.usage?.cacheReads,
        outputTokens: one.usage?.tokensOut,
        // Where nothing was recorded of its call, its cost is unknown and not nothing.
        costUsd: toMillionths(one.derivedUsd),
        pauseBeforeSeconds: one.pauseMs === undefined ? undefined : one.pauseMs / 1000,
      })),
    ).toMatchObject(
      expected.condensations.map((one) => ({
        ...(one.atRequest === undefined ? {} : { atRequest: one.atRequest }),
        ...(one.trigger === undefined ? {} : { trigger: one.trigger }),
        tokensBefore: one.tokensBefore,
        tokensAfter: one.by === 'server' ? one.tokensAfter : one.tokensAfter + ownPromptTokens,
        ...(one.cacheRead === undefined ? {} : { cacheRead: one.cacheRead, outputTokens: one.outputTokens }),
        costUsd: toMillionths(one.costUsd),
        ...(one.pauseBeforeSeconds === undefined ? {} : { pauseBeforeSeconds: one.pauseBeforeSeconds }),
      })),
    )
  })
})
