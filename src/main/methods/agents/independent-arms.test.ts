import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { validHistory } from '../../kernel/testing/arbitrary-history.ts'
import { hasRealHistories, realHistories } from '../../kernel/testing/real-histories.ts'
import { conversationFor, runOn } from '../../kernel/testing/run-on.ts'
import { answering, scriptedModel } from '../../kernel/testing/scripted-model.ts'
import { composedMethod } from './composed.ts'

/*
 * Small implementations of four arms, written from their documents alone and over the blocks of native histories. What
 * they clear and keep is what the presets clear and keep.
 */

type Use = {
  readonly id: string
  readonly at: number
  readonly text: string
  readonly isError: boolean
  readonly name: string
  readonly raw: string
}

const blocks = ({ content }: Message): readonly ContentBlock[] => (typeof content === 'string' ? [] : content)
const readContentText = (content: unknown): string => {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content
    .map((one: ContentBlock) =>
      one.type === 'text' ? one['text'] : one.type === 'image' ? '' : JSON.stringify(one),
    )
    .join('')
}

function listToolUses(messages: readonly Message[]): Use[] {
  const names = new Map<unknown, string>()
  return messages.flatMap((message, at) =>
    blocks(message).flatMap((block): Use[] => {
      if (block.type === 'tool_use') names.set(block['id'], String(block['name']))
      if (block.type !== 'tool_result') return []
      const id = String(block['tool_use_id'])
      return [
        {
          id,
          at,
          text: readContentText(block['content']),
          isError: block['is_error'] === true,
          name: names.get(id) ?? '',
          raw: JSON.stringify(block['content'] ?? null),
        },
      ]
    }),
  )
}

const typed = (messages: readonly Message[]): number[] =>
  messages.flatMap((message, at) => {
    const own = blocks(message)
    const isText =
      typeof message.content === 'string' || own.some(({ type }) => type === 'text' || type === 'image')
    const isResult = own.some(({ type }) => type === 'tool_result')
    return message.role === 'user' && isText && !isResult ? [at] : []
  })

/** `clear_tool_uses_20250919`: all but the newest three. */
const clearToolUses = (messages: readonly Message[]): string[] =>
  listToolUses(messages)
    .slice(0, -3)
    .map(({ id }) => id)

/** SWE-agent: all but the newest five. */
const lastFive = (messages: readonly Message[]): string[] =>
  listToolUses(messages)
    .slice(0, -5)
    .map(({ id }) => id)

/** OpenCode: not in the last two turns, not of failed calls, older than the newest 40,000 tokens, if over 20,000 go. */
function prune(messages: readonly Message[]): string[] {
  const start = typed(messages).at(-2)
  if (start === undefined) return []
  let total = 0
  let gain = 0
  const gone: string[] = []
  for (const use of listToolUses(messages).toReversed()) {
    if (use.at >= start || use.isError || use.name === 'skill') continue
    const tokens = Math.round(use.text.length / 4)
    total += tokens
    if (total <= 40_000) continue
    gain += tokens
    gone.push(use.id)
  }
  return gain > 20_000 ? gone.toReversed() : []
}

/** Codex: the newest user messages up to 20,000 tokens at four bytes each, the last of them cut. */
function userMessages(messages: readonly Message[]): {
  readonly kept: number[]
  readonly cut: number | null
} {
  let left = 20_000
  const kept: number[] = []
  for (const at of typed(messages).toReversed()) {
    if (left <= 0) break
    const { content } = messages[at]!
    const text =
      typeof content === 'string'
        ? content
        : blocks(messages[at]!)
            .flatMap((block) => (block.type === 'text' ? [block['text']] : []))
            .join('')
    const tokens = Math.ceil(new TextEncoder().encode(text).length / 4)
    kept.unshift(at)
    if (tokens > left) return { kept, cut: at }
    left -= tokens
  }
  return { kept, cut: null }
}

const findPresetSettings = (id: string) => composedMethod.presets.find((preset) => preset.id === id)!.settings

async function run(id: string, messages: readonly Message[]) {
  const source = conversationFor(messages)
  const { condensed, summary } = await runOn(
    composedMethod,
    findPresetSettings(id),
    source,
    null,
    scriptedModel(answering('Short.')),
  )
  return {
    summary,
    messages: condensed?.conversation.messages ?? null,
    provenance: condensed?.provenance ?? null,
  }
}

async function clearedBy(id: string, messages: readonly Message[]): Promise<string[] | null> {
  const made = await run(id, messages)
  // A result that is no smaller is refused by the manager, whatever the arm did.
  if (made.summary.error?.code === 'context-grew') return null
  expect(made.summary.error).toBeNull()
  if (made.messages === null) return []
  const before = new Map(listToolUses(messages).map((use) => [use.id, use.raw]))
  return listToolUses(made.messages).flatMap((use) => (before.get(use.id) === use.raw ? [] : [use.id]))
}

const isEmpty = ({ raw }: Use): boolean => raw === 'null' || raw === '[]'

const clearing: [string, (messages: readonly Message[]) => string[]][] = [
  ['clear-tool-uses', clearToolUses],
  ['swe-agent-last-5', lastFive],
  ['opencode-prune', prune],
]

/** Turns of a native history with outputs of these lengths, each in thousands of characters. */
const turnsWith = (turns: readonly (readonly number[])[]): Message[] =>
  turns.flatMap((outputs, turn) => [
    { role: 'user', content: `Prompt ${turn}` },
    ...outputs.flatMap((size, at): Message[] => [
      {
        role: 'assistant',
        content: [
          {
            type: 'tool_use',
            id: `${turn}.${at}`,
            name: size % 7 === 0 ? 'skill' : 'bash',
            input: { command: 'x' },
          },
        ],
      },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: `${turn}.${at}`,
            content: `${size} `.repeat(size * 250),
            ...(size % 11 === 0 ? { is_error: true } : {}),
          },
        ],
      },
    ]),
    { role: 'assistant', content: `Answer ${turn}` },
  ])

const turns = fc
  .array(fc.array(fc.integer({ min: 0, max: 90 }), { maxLength: 6 }), { minLength: 1, maxLength: 6 })
  .map(turnsWith)
const isNative = (messages: readonly Message[]): boolean => listToolUses(messages).length > 0
const isPlain = (messages: readonly Message[]): boolean =>
  messages.every((message) => message.isSummary !== true && message['isBoilerplate'] !== true)

describe.each(clearing)('%s clears what its document says', (id, expected) => {
  it('of any history', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          turns,
          validHistory().map((all) =>
            all.filter((message) => typeof message.content !== 'string' || message.role === 'user'),
          ),
        ),
        async (messages) => {
          fc.pre(messages.every((message) => !JSON.stringify(message).includes('] Result:')))
          const cleared = await clearedBy(id, messages)
          const wanted = new Set(expected(messages))
          // An empty output has nothing to clear.
          const visible = listToolUses(messages).flatMap((use) =>
            wanted.has(use.id) && !isEmpty(use) ? [use.id] : [],
          )
          expect(cleared ?? visible).toEqual(visible)
        },
      ),
      { numRuns: 60 },
    )
  })

  it
    .skipIf(!hasRealHistories)
    .each(realHistories().filter(({ messages }) => isNative(messages) && isPlain(messages)))(
    'of $name',
    async ({ messages }) => {
      const cleared = await clearedBy(id, messages)
      const wanted = new Set(expected(messages))
      const visible = listToolUses(messages).flatMap((use) =>
        wanted.has(use.id) && !isEmpty(use) ? [use.id] : [],
      )
      expect(cleared ?? visible).toEqual(visible)
    },
  )
})

describe('codex-local keeps what its document says', () => {
  const expectSame = async (messages: readonly Message[]): Promise<void> => {
    const { messages: made, provenance, summary } = await run('codex-local', messages)
    if (made === null || provenance === null) {
      expect(['context-grew', undefined]).toContain(summary.error?.code)
      return
    }
    const { kept, cut } = userMessages(messages)
    const last = made.findIndex(({ isSummary }) => isSummary === true)
    expect(provenance.messages.slice(0, last).map(({ sources }) => sources[0])).toEqual(kept)
    const changed = made
      .slice(0, last)
      .flatMap((message, at) => (message === messages[kept[at]!] ? [] : [kept[at]]))
    expect(changed).toEqual(cut === null ? [] : [cut])
    // A call that waits for its result stays with it.
    const waiting = blocks(messages.at(-1)!).some(({ type }) => type === 'tool_use') ? messages.slice(-1) : []
    expect(made.slice(last + 1)).toEqual(waiting)
  }

  it('of any history', async () => {
    const long = fc
      .array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 3 })), {
        minLength: 1,
        maxLength: 8,
      })
      .map((all) =>
        all.flatMap(([size, tools], turn) => {
          const [, ...rest] = turnsWith([Array.from({ length: tools }, (_, at) => at + 1)])
          return [
            { role: 'user', content: `ü${turn} `.repeat(size * 1000) },
            ...rest.map((message): Message =>
              JSON.parse(JSON.stringify(message).replaceAll('"0.', `"${turn}.`)),
            ),
          ]
        }),
      )
    await fc.assert(fc.asyncProperty(long, expectSame), { numRuns: 60 })
  })

  it
    .skipIf(!hasRealHistories)
    .each(realHistories().filter(({ messages }) => isNative(messages) && isPlain(messages)))(
    'of $name',
    ({ messages }) => expectSame(messages),
  )
})
