import { describe, expect, it } from 'vitest'
import { splitHistory } from '../../kernel/history/split-parts.ts'
import { importFiles } from '../import-files.ts'

type Block = Readonly<Record<string, unknown>>

const says = (text: string): Block => ({ type: 'text', text })
const hidden: Block = { type: 'thinking', thinking: '', signature: 'x'.repeat(4000) }
const calls = (characters: number): Block => ({
  type: 'tool_use',
  id: `t${characters}`,
  name: 'R',
  // With the name and what JSON adds.
  input: { path: 'x'.repeat(characters - 13) },
})

type Answer = { readonly blocks: readonly Block[]; readonly output: number; readonly model?: string }

/** A transcript of these answers, each with its prompt. */
async function read(answers: readonly Answer[]) {
  const lines = answers.flatMap(({ blocks, output, model = 'claude-opus-4-8' }, at) => [
    {
      type: 'user',
      uuid: `u${at}`,
      parentUuid: at === 0 ? null : `a${at - 1}-0`,
      sessionId: 's',
      isSidechain: false,
      message: { role: 'user', content: 'Go' },
    },
    ...blocks.map((block, place) => ({
      type: 'assistant',
      uuid: `a${at}-${place}`,
      parentUuid: place === 0 ? `u${at}` : `a${at}-${place - 1}`,
      sessionId: 's',
      isSidechain: false,
      message: {
        id: `m${at}`,
        role: 'assistant',
        model,
        content: [block],
        usage: { input_tokens: 1000 * (at + 1), output_tokens: output },
      },
    })),
  ])
  const text = lines.map((line) => JSON.stringify(line)).join('\n')
  const { messages } = await importFiles('drop', [{ name: 'a.jsonl', text }])
  return splitHistory(messages)
    .flat()
    .filter(({ kind }) => kind === 'hidden-reasoning' || kind === 'reasoning')
    .map(({ kind, tokens }) => ({ kind, tokens }))
}

describe('thinking that Claude Code stores empty', () => {
  it('is what the recorded output has beside the visible answer', async () => {
    const [part] = await read([{ blocks: [hidden, says('x'.repeat(360))], output: 1100 }])
    expect(part).toEqual({ kind: 'hidden-reasoning', tokens: 1000 })
  })

  it('takes what a call and a character cost from the answers without any', async () => {
    // 90 tokens a call and half a token a character: 1.8 of the model's tokens for one of ours.
    const answers = [100, 200, 1000, 3000].map((characters) => ({
      blocks: [calls(characters)],
      output: 90 + characters / 2,
    }))
    const parts = await read([...answers, { blocks: [hidden, calls(400)], output: 90 + 200 + 1800 }])
    expect(parts).toEqual([{ kind: 'hidden-reasoning', tokens: 1000 }])
  })

  it('is nothing where the output was recorded before it had ended, and stands once in an answer', async () => {
    const parts = await read([
      { blocks: [hidden, says('x'.repeat(3600))], output: 3 },
      { blocks: [hidden, says('x'.repeat(360)), { ...hidden, signature: 'y' }], output: 500 },
    ])
    expect(parts.map(({ tokens }) => tokens)).toEqual([0, 400, 0])
  })

  it('is not sent on by models that drop the thinking of earlier turns', async () => {
    const models = ['claude-sonnet-4-5-20250929', 'claude-haiku-4-5', 'claude-opus-4-1-20250805']
    const keeping = ['claude-opus-4-5-20251101', 'claude-sonnet-4-6', 'claude-opus-5', 'claude-sonnet-5[1m]']
    const parts = await read(
      [...models, ...keeping].map((model) => ({ blocks: [hidden, says('x')], output: 500, model })),
    )
    expect(parts.map(({ tokens }) => (tokens ?? 0) > 0)).toEqual([
      ...models.map(() => false),
      ...keeping.map(() => true),
    ])
  })

  it('has the length of its signature where no output is recorded', () => {
    const messages = [{ role: 'assistant', content: [{ ...hidden, type: 'thinking' }] }]
    expect(splitHistory(messages)[0]).toMatchObject([{ kind: 'hidden-reasoning', tokens: 588 }])
  })
})
