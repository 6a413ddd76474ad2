import { expect, it } from 'vitest'
import { readAs } from '../import-source.ts'
import { sourceOfText } from '../testing/source-of-text.ts'
import { inspectEval } from './inspect-eval.ts'

const user = (content: string): object => ({ role: 'user', content })
const model = (input: readonly object[]): object => ({
  event: 'model',
  input,
  output: { choices: [{ message: { role: 'assistant', content: 'done' } }] },
})

/** A sample with a compaction of some type between two calls. */
const logWith = (type: string): string =>
  // Written as text: an object literal with this key would have another parent instead.
  JSON.stringify({
    version: 2,
    status: 'success',
    eval: { task: 'ctf' },
    plan: {},
    samples: [
      {
        id: 1,
        epoch: 1,
        input: 'a',
        messages: [],
        attachments: {},
        events: [
          model([user('a'), user('b'), user('c')]),
          { event: 'compaction', type },
          model([user('a summary'), user('d')]),
        ],
      },
    ],
  })

it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  'takes a compaction that is called %s for a summary, as any other that it does not know',
  async (type) => {
    const read = async (text: string) => readAs(inspectEval, sourceOfText('log.json', text, null))
    const { condensations } = (await read(logWith(type))).usage
    expect(condensations?.map(({ kind }) => kind)).toEqual(['summary'])
    expect(condensations).toEqual((await read(logWith('of its own'))).usage.condensations)
  },
)
