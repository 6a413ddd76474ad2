import { describe, expect, it } from 'vitest'
import { importFiles } from '../import-files.ts'
import { wordsSentBy } from '../testing/sent-by.ts'

const cleared = '[Old tool result content cleared]'

/** Requests that each read a file of 30,000 characters, 10,000 tokens, with these inputs. */
async function read(inputs: readonly number[], model?: (at: number) => string) {
  const line = (type: string, uuid: string, parentUuid: string | null, message: object) => ({
    type,
    uuid,
    parentUuid,
    sessionId: 's',
    isSidechain: false,
    message,
  })
  const lines = inputs.flatMap((input, at) => [
    line('user', `u${at}`, at === 0 ? null : `a${at - 1}`, {
      role: 'user',
      content:
        at === 0
          ? 'Go'
          : [{ type: 'tool_result', tool_use_id: `t${at - 1}`, content: `${at}`.padEnd(30_000, ' x') }],
    }),
    line('assistant', `a${at}`, `u${at}`, {
      id: `m${at}`,
      role: 'assistant',
      model: model?.(at) ?? 'claude-opus-4-8',
      content: [{ type: 'tool_use', id: `t${at}`, name: 'Read', input: {} }],
      usage: { input_tokens: input, output_tokens: 20 },
    }),
  ])
  const text = lines.map((one) => JSON.stringify(one)).join('\n')
  return importFiles('drop', [{ name: 'a.jsonl', text }])
}

/** For each request how many results it sent cleared. */
async function countClearedResults(...[inputs, model]: Parameters<typeof read>): Promise<number[]> {
  return wordsSentBy(await read(inputs, model)).map((words) => words.filter((one) => one === cleared).length)
}

describe('a clearing that no line of a transcript names', () => {
  it('shows in an input that falls and stays there: the oldest results are gone', async () => {
    expect(await countClearedResults([20_000, 30_000, 40_000, 50_000, 30_000, 40_000])).toEqual([
      0, 0, 0, 0, 3, 3,
    ])
    const { usage } = await read([20_000, 30_000, 40_000, 50_000, 30_000, 40_000])
    // Nobody recorded it.
    expect(usage.condensations).toEqual([])
  })

  it.each<[string, Parameters<typeof read>]>([
    ['falls by less than a clearing saves', [[20_000, 30_000, 40_000, 50_000, 45_000, 55_000]]],
    ['is back at the next request', [[20_000, 30_000, 40_000, 50_000, 30_000, 70_000]]],
    ['was not recorded', [[20_000, 30_000, 40_000, 50_000, 0, 0]]],
    [
      'is that of another model',
      [
        [20_000, 30_000, 40_000, 50_000, 20_000, 30_000],
        (at: number) => (at < 4 ? 'claude-opus-4-8' : 'claude-haiku-4-5'),
      ],
    ],
  ])('is none where the input %s', async (_name, input) => {
    expect(await countClearedResults(...input)).toEqual([0, 0, 0, 0, 0, 0])
  })
})
