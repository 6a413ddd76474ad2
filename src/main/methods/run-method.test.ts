import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Message } from '../../shared/kernel/message.ts'
import { applyEdits } from '../kernel/apply-edits.ts'
import { Cancelled } from '../kernel/cancel-signal.ts'
import { defineMethod, type Method, type CondenseRequest, type MethodResult } from '../kernel/method.ts'
import { bindTo } from '../kernel/testing/bind-to.ts'
import { createTestServices } from '../kernel/testing/create-test-services.ts'
import { spend, spendingModel } from '../kernel/testing/model-by.ts'
import { conversationFor, runOn } from '../kernel/testing/run-on.ts'
import { createExtractiveModel } from '../platform/llm/extractive/extractive-model.ts'
import { runMethod } from './run-method.ts'

const messages: Message[] = [
  { role: 'user', content: 'task' },
  { role: 'assistant', content: 'x'.repeat(400) },
  { role: 'user', content: 'y'.repeat(400) },
  { role: 'assistant', content: 'done' },
]
const source = conversationFor(messages)

function provider(condense: (request: CondenseRequest) => MethodResult | Promise<MethodResult>): Method {
  return defineMethod({
    id: 'test',
    label: 'Test',
    description: '',
    version: '1',
    capabilities: {
      lossless: false,
      lossy: true,
      usesModel: true,
      parallel: false,
      multiPass: false,
      fallback: false,
      speed: 'fast',
    },
    settings: z.strictObject({ level: z.int().min(1).default(1) }),
    presets: [],
    keptEnds: () => ({ first: 1, last: 1 }),
    condense: async (request) => condense(request),
  })
}

/** A provider that replaces the text of one message. */
const writing = (text: string, at = 1): Method =>
  provider(async ({ conversation, services }) => {
    await spend(services.model, 0.02)
    const part = conversation.parts[at]![0]!
    const edit = {
      edit: { part, text },
      operation: 'shortened' as const,
      reason: 'test',
      tokensBefore: 100,
      tokensAfter: 1,
    }
    return {
      kind: 'condensed',
      ...applyEdits(conversation, [edit], 'only'),
      passes: [],
      fidelity: null,
      warnings: [],
    }
  })

const run = (tested: Method) => runOn(tested, {}, source, null, spendingModel())

describe('a run', () => {
  it('says which prices are unknown, whatever it ends with', async () => {
    const failing = provider(async ({ services }) => {
      await spend(services.model, 1)
      return { kind: 'failed', code: 'refused', message: 'no' }
    })
    const model = spendingModel({ prices: {} })
    const { warnings } = (await runOn(failing, {}, source, null, model)).summary
    expect(warnings).toMatchObject([
      {
        code: 'price-unknown',
        message: expect.stringContaining('input'),
        figures: { kinds: expect.arrayContaining(['input']) },
      },
    ])
  })

  it('that shortens is condensed, counted on one scale, with its cost and its operations', async () => {
    const { summary, condensed } = await run(writing('short'))
    expect(summary).toMatchObject({
      status: 'condensed',
      error: null,
      stats: {
        originalTokens: 202,
        finalTokens: 104,
        costUsd: 0.02,
        modelCalls: 1,
        operations: [{ operation: 'shortened', parts: 1, tokensSaved: 99 }],
      },
    })
    expect(condensed?.conversation.totalTokens).toBe(104)
  })

  it('that grows or stays equal fails with its cost, and never as “0 % saved”', async () => {
    const { summary, condensed } = await run(writing('z'.repeat(401)))
    expect(summary).toMatchObject({
      status: 'failed',
      error: { code: 'context-grew' },
      stats: { costUsd: 0.02, finalTokens: 202 },
    })
    expect(condensed).toBeNull()
    expect((await runOn(writing('q'.repeat(400)), {}, source)).summary.error?.code).toBe('context-grew')
  })

  it('that breaks a rule fails with the name of the rule', async () => {
    const { summary } = await runOn(writing('t', 0), {}, source)
    expect(summary.error).toMatchObject({
      code: 'invariant-broken',
      message: expect.stringContaining('first-kept'),
    })
    expect(summary.validity).toMatchObject([{ rule: 'first-kept', messageIndex: 0 }])
  })

  it('that writes into its source fails at once, and the source is what it was', async () => {
    const mutating = provider(({ conversation }) => {
      Object.assign(conversation.messages[1]!, { content: '' })
      return { kind: 'unchanged', reason: '' }
    })
    const before = JSON.stringify(messages)
    expect((await runOn(mutating, {}, source)).summary.error?.code).toBe('source-untouched')
    expect(JSON.stringify(messages)).toBe(before)
  })

  it('that throws is a failure with a sentence, not a crash', async () => {
    const throwing = provider(async ({ services }) => {
      await spend(services.model, 0.03)
      throw new Error('out of luck')
    })
    expect((await run(throwing)).summary).toMatchObject({
      status: 'failed',
      stats: { costUsd: 0.03, modelCalls: 1, cacheHits: 1 },
      error: { code: 'provider-error', message: 'out of luck' },
    })
  })

  it('passes on what the provider found: unchanged with a reason, failed with its cost', async () => {
    const idle = provider(() => ({ kind: 'unchanged', reason: 'nothing to do' }))
    expect((await runOn(idle, {}, source)).summary).toMatchObject({
      status: 'unchanged',
      reason: 'nothing to do',
    })
    const failing = provider(async ({ services }) => {
      await spend(services.model, 0.5)
      return { kind: 'failed', code: 'refused', message: 'no' }
    })
    expect((await run(failing)).summary).toMatchObject({
      status: 'failed',
      error: { code: 'refused' },
      stats: { costUsd: 0.5 },
    })
  })

  it('warns where it saves under 20 % or misses the target', async () => {
    const small = await runOn(writing('x'.repeat(300)), {}, source, 50)
    expect(small.summary.warnings.map(({ code }) => code)).toEqual(['low-reduction', 'target-missed'])
    expect((await runOn(writing('x'), {}, source, 150)).summary.warnings).toEqual([])
  })

  it('that was cancelled throws `Cancelled`, which no provider swallows', async () => {
    const cancelled = provider(() => {
      throw new Cancelled()
    })
    await expect(runOn(cancelled, {}, source)).rejects.toThrow(Cancelled)
  })

  it('reports what it is doing', async () => {
    const stages: string[] = []
    const onProgress = ({ stage }: { stage: string }): void => void stages.push(stage)
    const services = createTestServices(createExtractiveModel(source.counter), { onProgress })
    const options = {
      conversation: source,
      targetTokens: null,
      pins: [],
      services,
      alerts: { minimumGainPercent: 20, alertCostUsd: 0.1 },
      flags: { isAutomatic: false, usedOwnHandler: false },
      signal: new AbortController().signal,
    }
    await runMethod({ ...options, method: bindTo(writing('short')) })
    expect(stages).toContain('checking')
  })
})
