import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { ModelFailure } from '../../kernel/language-model.ts'
import { bindTo } from '../../kernel/testing/bind-to.ts'
import { createTestServices } from '../../kernel/testing/create-test-services.ts'
import { call, modelBy } from '../../kernel/testing/model-by.ts'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { answer, prompt, text, tool } from '../../kernel/testing/sized-history.ts'
import { runMethod, type RunOptions } from '../run-method.ts'
import { composedMethod } from './composed.ts'

const findPresetSettings = (id: string) => composedMethod.presets.find((preset) => preset.id === id)!.settings

async function run(
  id: string,
  messages: readonly Message[],
  model: RunOptions['services']['model'],
  more: Partial<RunOptions['services']> = {},
) {
  const { condensed, summary } = await runMethod({
    method: bindTo(composedMethod, findPresetSettings(id)),
    conversation: conversationFor(messages),
    targetTokens: null,
    pins: [],
    services: createTestServices(model, more),
    alerts: { minimumGainPercent: 0, alertCostUsd: 1 },
    flags: { isAutomatic: false, usedOwnHandler: false },
    signal: new AbortController().signal,
  })
  return { messages: condensed?.conversation.messages ?? null, summary }
}

const failing = modelBy(() => [new ModelFailure('overloaded', 'Busy.')])

describe('a model that fails', () => {
  const work = [prompt(10), ...Array.from({ length: 12 }, () => tool(9000)).flat(), answer(10)]

  it('leaves Cline with lists of files and commands and all prompts, and is told', async () => {
    const { messages, summary } = await run('cline-agentic', work, failing)
    expect(summary.status).toBe('condensed')
    expect(summary.warnings.map(({ code }) => code)).toContain('without-model')
    expect(messages?.[0]).toEqual(work[0])
    expect(JSON.stringify(messages?.find(({ isSummary }) => isSummary === true))).toContain(
      'of work left out',
    )
  })

  it('is a failure of any other', async () => {
    const { summary } = await run('pi', work, failing)
    expect(summary).toMatchObject({ status: 'failed', error: { code: 'overloaded' } })
  })
})

describe('a history that is too long for the summarising model', () => {
  const long = [
    prompt(10),
    ...Array.from({ length: 20 }, (_, at) => tool(900, {}, `tool${at}`)).flat(),
    answer(10),
  ]

  it.each([
    ['codex-local', 'tool0', 'tool19', 'oldest'],
    ['continue', 'tool19', 'tool0', 'newest'],
  ])('loses messages by %s: without %s, with %s', async (id, gone, left, end) => {
    const model = modelBy(() => call('Short.'), { windowTokens: 12_000, maxOutputTokens: 1000 })
    const { summary } = await run(id, long, model)
    expect(model.asked).toHaveLength(1)
    const shown = JSON.stringify(model.asked[0]?.messages)
    expect([shown.includes(`"${gone}"`), shown.includes(`"${left}"`)]).toEqual([false, true])
    const warning = summary.warnings.find(({ code }) => code === 'input-left-out')
    expect(warning?.message).toContain(`without the ${end} `)
  })

  it('loses more where the model says that it is still too long', async () => {
    const model = modelBy((_request, at) =>
      at === 0 ? [new ModelFailure('input-too-long', 'Too long.')] : call('Short.'),
    )
    const { summary } = await run('codex-local', long, model)
    expect(summary.status).toBe('condensed')
    const sizes = model.asked.map(({ messages }) => JSON.stringify(messages).length)
    expect(sizes[1]).toBeLessThan(sizes[0]! * 0.8)
  })
})

describe('a result that Gemini refuses for its size', () => {
  const turn = (tokens: number): Message[] => [prompt(10), ...tool(tokens), answer(10)]
  const model = modelBy(() => call(text(90_000)))

  it('is followed by cut outputs alone, and by summaries again in another task', async () => {
    const small = [...turn(900), ...turn(900), ...turn(900)]
    const large = [...turn(60_000), ...turn(60_000), ...turn(900)]
    const notes = new Set<string>()
    expect((await run('gemini-cli', small, model, { notes })).summary.status).toBe('unchanged')
    const asked = model.asked.length
    const next = await run('gemini-cli', large, model, { notes })
    expect([next.summary.status, model.asked.length]).toEqual(['condensed', asked])
    expect(next.messages).toHaveLength(large.length)
    expect(JSON.stringify(next.messages)).toContain('characters left out')
    await run('gemini-cli', large, model, { notes: new Set<string>() })
    expect(model.asked.length).toBeGreaterThan(asked)
  })
})
