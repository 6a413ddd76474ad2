import { describe, expect, it } from 'vitest'
import type { ContentBlock, Message } from '../../../../shared/kernel/message.ts'
import { buildEffectiveHistory } from '../../../kernel/history/build-effective-history.ts'
import { tagHistory } from '../../../kernel/history/tag-history.ts'
import { readBuiltInPrompt } from '../../../kernel/prompts/built-in.ts'
import { call, modelBy, readRequestText } from '../../../kernel/testing/model-by.ts'
import { conversationFor, runOn } from '../../../kernel/testing/run-on.ts'
import * as small from '../../../kernel/testing/small-histories.ts'
import { summariseRequest } from '../../summaries/build-request.ts'
import { nativeMethod } from './native.ts'

const talk = (count: number): Message[] =>
  Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `${index} ${'some words that take up space '.repeat(20)}`,
    ts: 100 + index,
  }))
const image: ContentBlock = {
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: 'abcd' },
}
const history: Message[] = [
  ...talk(1),
  ...small.read('1', 'src/a.ts', small.long('content')),
  small.call('2', 'execute_command', { command: 'npm test' }),
  small.answer('2', small.long('output'), image),
  ...talk(6).slice(1),
]

async function condense(
  flavour: string,
  messages: readonly Message[],
  settings: object = {},
  text = 'in short',
) {
  const model = modelBy(() => call(text))
  const conversation = conversationFor(messages)
  const outcome = await runOn(nativeMethod, { flavour, ...settings }, conversation, null, model)
  return { ...outcome, result: outcome.condensed?.conversation.messages ?? [], request: model.asked[0]! }
}

/** The file as an agent stores the result of the current flavour. */
async function store(file: readonly Message[], text?: string) {
  const { messages, fileIndices } = buildEffectiveHistory(file)
  const { condensed, result } = await condense('current', messages, {}, text)
  return tagHistory(file, fileIndices, result, condensed!.provenance, condensed!.tag!)
}

describe('the two flavours on the same history', () => {
  it('speak with different voices: the assistant’s, and the user’s with a heading', async () => {
    const classic = await condense('classic', history)
    const current = await condense('current', history)
    expect(classic.result[1]).toEqual({ role: 'assistant', content: 'in short', isSummary: true, ts: 103 })
    expect(current.result[0]).toEqual({
      role: 'user',
      content: [{ type: 'text', text: '## Conversation summary\nin short' }],
      isSummary: true,
      condenseId: expect.stringMatching(/.+/),
      ts: 106,
    })
  })

  it('keep different ends: first and last three, and nothing', async () => {
    const classic = await condense('classic', history)
    expect(classic.result.map((message) => history.indexOf(message))).toEqual([0, -1, 7, 8, 9])
    expect((await condense('current', history)).result.map((message) => history.indexOf(message))).toEqual([
      -1,
    ])
  })

  it.each([1, 2, 3, 5])('keep the last %i where asked to, which only classic can', async (keepLast) => {
    const classic = await condense('classic', history, { keepLast })
    expect(classic.result.slice(2)).toEqual(history.slice(-keepLast))
    expect((await condense('current', history, { keepLast })).result).toHaveLength(1)
  })

  it('delete and hide: only current names a tag, the id of its summary', async () => {
    expect((await condense('classic', history)).condensed?.tag).toBeNull()
    const { condensed, result } = await condense('current', history)
    expect(condensed?.tag).toEqual({ parent: 'condenseParent', id: result[0]?.condenseId })
  })

  it('show different messages: those before the last three, and all', async () => {
    const last = '5 some words'
    expect(readRequestText((await condense('classic', history)).request)).not.toContain(last)
    expect(readRequestText((await condense('current', history)).request)).toContain(last)
  })

  it('show tools as blocks and as text', async () => {
    const classic = (await condense('classic', history)).request
    const kinds = classic.messages.flatMap(({ content }) =>
      typeof content === 'string' ? ['string'] : content.map(({ type }) => type),
    )
    expect(kinds).toEqual([
      'string',
      'tool_use',
      'tool_result',
      'tool_use',
      'tool_result',
      'image',
      'string',
      'string',
      'string',
    ])
    const current = (await condense('current', history)).request
    expect(JSON.stringify(current.messages)).not.toMatch(/"tool_(use|result)"/)
    expect(readRequestText(current)).toContain('[Tool use: read_file]')
    expect(readRequestText(current)).toContain('npm test')
    expect(readRequestText(current)).toContain('[Tool result]')
    expect(readRequestText(current)).toContain('39 output')
  })

  it('put a prompt of the user’s in different places: the instructions, and the last message', async () => {
    const classic = (await condense('classic', history, { customPrompt: ' mine ' })).request
    expect([classic.system, classic.messages.at(-1)?.content]).toEqual(['mine', summariseRequest])
    const current = (await condense('current', history, { customPrompt: ' mine ' })).request
    expect([current.system, current.messages.at(-1)?.content]).toEqual([
      readBuiltInPrompt('conversation'),
      'mine',
    ])
  })

  it('answer an orphan call differently: not at all, and with a result of its own', async () => {
    const orphan = [...talk(2), small.call('lost', 'read_file', { path: 'a' }), ...talk(6).slice(2)]
    const answered = (request: { messages: readonly unknown[] }) =>
      JSON.stringify(request.messages).split('condensed before this call was answered').length - 1
    expect(answered((await condense('classic', orphan)).request)).toBe(0)
    const { request } = await condense('current', orphan)
    expect(answered(request)).toBe(1)
    expect(request.messages.map(({ role }) => role).slice(2, 4)).toEqual(['assistant', 'user'])
  })

  it.each(['classic', 'current'])(
    'end the request of the %s one with a message of the user',
    async (flavour) => {
      const { request } = await condense(flavour, history)
      expect(request.messages.at(-1)).toEqual({ role: 'user', content: summariseRequest })
      for (const message of request.messages) expect(Object.keys(message)).toEqual(['role', 'content'])
    },
  )
})

describe('condensing once more', () => {
  const later = talk(8).map((message) => ({ ...message, content: `later ${message.content as string}` }))

  it('classic shows the first message and the last summary, and leaves one summary', async () => {
    const once = (await condense('classic', history, {}, 'first time')).result
    const twice = await condense('classic', [...once, ...later], {}, 'second time')
    expect(twice.request.messages[0]?.content).toBe(history[0]?.content)
    expect(twice.request.messages[1]?.content).toBe('first time')
    expect(twice.result.map(({ isSummary }) => isSummary === true)).toEqual([
      false,
      true,
      false,
      false,
      false,
    ])
    expect(twice.result[1]).toMatchObject({ content: 'second time' })
  })

  it('current shows the last summary and what came since, and hides that summary in its turn', async () => {
    const once = await store(history, 'first time')
    const file = [...once, ...later]
    const again = await condense('current', buildEffectiveHistory(file).messages)
    expect(again.request.messages).toHaveLength(1 + later.length + 1)
    expect(readRequestText(again.request)).toContain('first time')
    const twice = await store(file, 'second time')
    expect(buildEffectiveHistory(twice).messages).toHaveLength(1)
    const [inner, outer] = twice.filter(({ isSummary }) => isSummary === true)
    expect(inner).toMatchObject({ condenseParent: outer?.condenseId })
    expect(once.filter(({ condenseParent }) => condenseParent === inner?.condenseId)).toHaveLength(
      history.length,
    )
  })

  it('and rewinding past the last summary shows what it stood for, and past both shows everything', async () => {
    const file = [...(await store(history, 'first time')), ...later]
    const twice = await store(file, 'second time')
    const withoutOuter = twice.filter((message) => !JSON.stringify(message).includes('second time'))
    const shown = buildEffectiveHistory(withoutOuter).messages
    expect(shown).toHaveLength(1 + later.length)
    expect(JSON.stringify(shown[0])).toContain('first time')
    const withoutBoth = withoutOuter.filter((message) => message.isSummary !== true)
    expect(buildEffectiveHistory(withoutBoth).messages.map(({ content }) => content)).toEqual(
      [...history, ...later].map(({ content }) => content),
    )
  })
})
