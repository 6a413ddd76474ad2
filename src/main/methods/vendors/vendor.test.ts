import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import type { Compacted } from '../../kernel/compaction.ts'
import { listBlocks, toTextBlock } from '../../kernel/history/blocks.ts'
import { ModelFailure } from '../../kernel/language-model.ts'
import { damagedHistory } from '../../kernel/testing/arbitrary-history.ts'
import { buildPinsFromSeeds, pinSeeds } from '../../kernel/testing/arbitrary-pins.ts'
import { bindTo } from '../../kernel/testing/bind-to.ts'
import { call, modelBy } from '../../kernel/testing/model-by.ts'
import { conversationFor, runOn } from '../../kernel/testing/run-on.ts'
import { vendorSettingsSchema, type Primitive } from './settings.ts'
import { vendorMethod } from './vendor.ts'

const filler = 'some words that take up space '.repeat(300)
const text = (words: string): ContentBlock => ({ type: 'text', text: words })
const image: ContentBlock = {
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: 'iVBO' },
}
/** About 22,000 tokens a round. */
const rounds = (count: number): Message[] =>
  Array.from({ length: count }, (_, at): Message[] => [
    { role: 'user', content: `Prompt ${at}` },
    {
      role: 'assistant',
      content: [{ type: 'tool_use', id: `c${at}`, name: 'read', input: { path: 'a.ts' } }],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: `c${at}`, content: filler.repeat(10) },
        text(`Typed ${at}`),
        image,
      ],
    },
    { role: 'assistant', content: `Answer ${at}` },
  ]).flat()
const history = rounds(3)
const compaction = { type: 'compaction', content: 'All of it.', signature: 's' }
const sealed = { type: 'compaction', id: 'cmp', encrypted_content: 'A'.repeat(4000) }
const inputText = (...words: string[]) => ({
  type: 'message',
  role: 'user',
  content: words.map((one) =>
    one.startsWith('data:') ? { type: 'input_image', image_url: one } : { type: 'input_text', text: one },
  ),
})
const returned = [
  inputText('Prompt 0'),
  inputText('Typed 0', 'data:image/png;base64,iVBO', 'Prompt 1'),
  inputText('Typed 1', 'data:image/png;base64,iVBO'),
  inputText('Prompt 2', 'Typed 2', 'data:image/png;base64,iVBO'),
]

function run(
  primitive: Primitive,
  answer: Partial<Compacted> | string | Error,
  messages: readonly Message[] = history,
  more: object = {},
) {
  const whole =
    typeof answer === 'string' || answer instanceof Error
      ? String(answer)
      : JSON.stringify({ output: [], stop: null, writtenTokens: 100, readTokens: 60_000, ...answer })
  const model = modelBy(() => (answer instanceof Error ? [{ kind: 'call' }, answer] : call(whole)))
  const settings = vendorSettingsSchema.parse({ primitive, ...more })
  return { model, outcome: runOn(vendorMethod, settings, conversationFor(messages), null, model) }
}

describe('a compaction by Anthropic', () => {
  it('leaves one readable summary, which stands for all', async () => {
    const { model, outcome } = run('anthropic-compact', { output: [compaction], stop: 'compaction' })
    const { condensed, summary } = await outcome
    expect(condensed?.conversation.messages).toEqual([
      { role: 'assistant', content: [compaction], isSummary: true },
    ])
    expect(condensed?.conversation.parts[0]).toMatchObject([{ kind: 'summary', text: 'All of it.' }])
    expect(condensed?.provenance.messages[0]?.sources).toEqual(history.map((_, index) => index))
    expect(summary).toMatchObject({
      status: 'condensed',
      passes: [{ label: 'Anthropic compact by Scripted', operations: { summarised: 12 } }],
      warnings: [{ code: 'vendor-counted', figures: { readTokens: 60_000, writtenTokens: 100 } }],
    })
    expect(model.asked[0]).toMatchObject({
      compaction: { kind: 'anthropic-compact', triggerTokens: 50_000, pauses: true, instructions: '' },
      system: '',
      maxTokens: 8192,
    })
  })

  it('sends what the settings say', async () => {
    const more = {
      instructions: 'Files.',
      pauseAfterCompaction: false,
      maxOutputTokens: 2000,
      sendsThinking: false,
    }
    const thinking: Message = {
      role: 'assistant',
      content: [{ type: 'thinking', thinking: 'Hm', signature: 's' }, text('So.')],
    }
    const { model, outcome } = run(
      'anthropic-compact',
      { output: [compaction] },
      [...history, thinking],
      more,
    )
    const { summary } = await outcome
    expect(model.asked[0]).toMatchObject({
      compaction: { pauses: false, instructions: 'Files.' },
      maxTokens: 2000,
    })
    expect(model.asked[0]?.messages.at(-1)).toEqual({ role: 'assistant', content: [text('So.')] })
    expect(summary.warnings).toContainEqual(
      expect.objectContaining({
        code: 'vendor-left-out',
        figures: expect.objectContaining({ what: [{ what: 'thinking', count: 1 }] }),
      }),
    )
  })

  it('is not asked of a history that is below its least, or of nobody', async () => {
    const { model, outcome } = run('anthropic-compact', {}, rounds(1))
    expect((await outcome).summary).toMatchObject({
      status: 'unchanged',
      reason: expect.stringContaining('50,000 tokens'),
    })
    expect(model.asked).toEqual([])
    const alone = await runOn(vendorMethod, { primitive: 'anthropic-compact' }, conversationFor(history))
    expect(alone.summary).toMatchObject({
      status: 'failed',
      error: {
        code: 'vendor-needs-key',
        message: expect.stringContaining('add a profile of Anthropic with a key'),
      },
    })
  })

  it.each<[string, Partial<Compacted> | string | Error, object]>([
    [
      'no block, as it was below its trigger',
      { stop: 'end_turn', readTokens: 49_000 },
      { status: 'unchanged', reason: expect.stringContaining('49,000') },
    ],
    [
      'no block, as its output was cut',
      { stop: 'max_tokens' },
      {
        status: 'failed',
        error: { code: 'vendor-no-block', message: expect.stringContaining('longest output') },
      },
    ],
    [
      'no block although the history is long enough by its count',
      { stop: 'end_turn', readTokens: 50_000 },
      { error: { code: 'vendor-no-block' } },
    ],
    ['no block although it paused', { stop: 'compaction' }, { error: { code: 'vendor-no-block' } }],
    ['two blocks', { output: [compaction, compaction] }, { error: { code: 'vendor-several-blocks' } }],
    [
      'an empty block',
      { output: [{ ...compaction, content: ' ' }] },
      { error: { code: 'vendor-empty-block' } },
    ],
    [
      'a failed block',
      { output: [{ ...compaction, content: null }] },
      { error: { code: 'vendor-empty-block' } },
    ],
    ['something else', 'Here you are.', { error: { code: 'vendor-unreadable' } }],
    [
      'more than was sent',
      { output: [{ ...compaction, content: filler.repeat(40) }] },
      { error: { code: 'context-grew' } },
    ],
    [
      'an error',
      new ModelFailure('bad-request', 'It says: not supported by this model'),
      { error: { code: 'bad-request', message: 'It says: not supported by this model' } },
    ],
  ])('that is answered by %s', async (_name, answer, expected) => {
    const { summary } = await run('anthropic-compact', answer).outcome
    expect(summary).toMatchObject(expected)
  })

  it('keeps calls that wait for their results, and sends what is before them', async () => {
    const messages = [...history, ...rounds(4).slice(12, 14)]
    const { model, outcome } = run('anthropic-summarize', { output: [compaction] }, messages)
    const { condensed } = await outcome
    expect(model.asked[0]?.messages).toHaveLength(13)
    expect(condensed?.conversation.messages.map(({ role }) => role)).toEqual(['assistant', 'assistant'])
    expect(condensed?.conversation.messages[1]).toEqual(messages[13])
    const few = run('anthropic-summarize', {}, messages.slice(12))
    expect((await few.outcome).summary).toMatchObject({
      status: 'unchanged',
      reason: expect.stringContaining('two messages'),
    })
  })

  it('says that its own tokens were not told', async () => {
    const { summary } = await run('anthropic-compact', { output: [compaction], writtenTokens: null }).outcome
    expect(summary.warnings.map(({ code }) => code)).toEqual(['vendor-counted', 'vendor-own-tokens-missing'])
  })

  it('cannot be shown a summary that another vendor encrypted', async () => {
    const other: Message = { role: 'assistant', content: [{ type: 'compaction', encrypted_content: 'gC' }] }
    const { model, outcome } = run('anthropic-summarize', {}, [...history, other])
    expect((await outcome).summary.error).toMatchObject({ code: 'vendor-sealed-history' })
    expect(model.asked).toEqual([])
  })
})

describe('a compaction by OpenAI', () => {
  it('keeps the user messages that came back, and one encrypted summary with its own count', async () => {
    const { condensed, summary } = await run('openai-compact', { output: [...returned, sealed] }).outcome
    const { messages, messageTokens, parts } = condensed!.conversation
    expect(messages.slice(0, -1)).toEqual([
      history[0],
      { role: 'user', content: [text('Typed 0'), image] },
      history[4],
      { role: 'user', content: [text('Typed 1'), image] },
      history[8],
      { role: 'user', content: [text('Typed 2'), image] },
    ])
    expect(messages.at(-1)).toEqual({
      role: 'assistant',
      content: [{ ...sealed, countedTokens: 100 }],
      isSummary: true,
    })
    expect(parts.at(-1)?.map(({ kind }) => kind)).toEqual(['opaque'])
    expect(messageTokens.at(-1)).toBe(100)
    expect(condensed?.provenance.messages.map(({ sources }) => sources)).toEqual([
      [0],
      [1, 2],
      [4],
      [5, 6],
      [8],
      [9, 10],
      [],
    ])
    expect(summary.warnings).toMatchObject([
      { code: 'vendor-encrypted', figures: { tokens: 100, isTold: true } },
      { code: 'vendor-kept', figures: { kept: 6, of: 6, added: 0 } },
      { code: 'vendor-counted' },
    ])
  })

  it('says what did not come back, and what came that was never said', async () => {
    const output = [...returned.slice(1), inputText('[Tool result]'), sealed]
    const { condensed, summary } = await run('openai-compact', { output }).outcome
    expect(summary.warnings).toContainEqual(
      expect.objectContaining({ code: 'vendor-kept', figures: { kept: 5, of: 6, added: 1 } }),
    )
    expect(condensed?.provenance.dropped).toContainEqual(
      expect.objectContaining({ sourceIndex: 0, operation: 'summarised' }),
    )
  })

  it('guesses the size of its summary where the vendor tells none', async () => {
    const { summary, condensed } = await run('openai-compact', {
      output: [...returned, sealed],
      writtenTokens: null,
      readTokens: null,
    }).outcome
    expect(condensed?.conversation.messageTokens.at(-1)).toBe(588)
    expect(summary.warnings[0]).toMatchObject({
      code: 'vendor-encrypted',
      figures: { tokens: 588, isTold: false },
    })
  })

  it.each<[string, readonly object[], string]>([
    ['no compaction', returned, 'vendor-no-block'],
    ['an empty one', [{ type: 'compaction', encrypted_content: '' }], 'vendor-empty-block'],
  ])('with %s is a failure', async (_name, output, code) => {
    const given = output.map((item) => ({ type: '', ...item }))
    expect((await run('openai-compact', { output: given }).outcome).summary.error).toMatchObject({ code })
  })
})

describe('its own trigger', () => {
  it.each<[Primitive, object, number | null]>([
    ['anthropic-compact', {}, 150_000],
    ['anthropic-compact', { triggerTokens: 80_000 }, 80_000],
    ['anthropic-summarize', {}, null],
    ['openai-compact', {}, null],
  ])('of %s with %o is at %s tokens', (primitive, more, expected) => {
    const own = bindTo(vendorMethod, { primitive, ...more }).ownTrigger
    expect(own?.trigger.terms[0]?.plus ?? null).toBe(expected)
  })

  it('is no lower than the vendor takes', () => {
    expect(vendorMethod.bind({ triggerTokens: 49_999 }, () => undefined)).toMatchObject({
      ok: false,
      issues: [{ path: ['triggerTokens'] }],
    })
  })
})

it('a compaction by OpenAI of a damaged history breaks no rule, with pins and without', async () => {
  const sayAgain = ({ role, content }: Message): readonly object[] => {
    const words = listBlocks({ role, content }).flatMap((block) => toTextBlock(block)?.text ?? [])
    return role === 'user' && words.length > 0 ? [inputText(...words)] : []
  }
  await fc.assert(
    fc.asyncProperty(damagedHistory(), fc.option(pinSeeds()), async (messages, seeds) => {
      const conversation = conversationFor(messages)
      const output = [...messages.flatMap(sayAgain), { type: 'compaction', id: 'c', encrypted_content: 'AA' }]
      const whole = { output, stop: null, writtenTokens: 1, readTokens: 60_000 }
      const settings = vendorSettingsSchema.parse({ primitive: 'openai-compact' })
      const pins = seeds === null ? [] : buildPinsFromSeeds(conversation, seeds)
      const model = modelBy(() => call(JSON.stringify(whole)))
      const { summary } = await runOn(vendorMethod, settings, conversation, null, model, pins)
      expect(summary).not.toMatchObject({ error: { code: 'invariant-broken' } })
    }),
    { numRuns: 300 },
  )
})
