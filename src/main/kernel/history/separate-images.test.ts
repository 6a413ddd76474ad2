import { describe, expect, it } from 'vitest'
import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { splitHistory } from './split-parts.ts'

/** Head of a PNG of 1,000 x 600 pixels, which takes 800 tokens, and data that no model reads letter by letter. */
const head = 'iVBORw0KGgoAAAANSUhEUgAAA+gAAAJYCAIAAAAAAAAA'
const url = `data:image/png;base64,${head}${'AbC9'.repeat(100_000)}`

const split = (content: string | ContentBlock[]) => {
  const call: Message = {
    role: 'assistant',
    content: [{ type: 'tool_use', id: 'c', name: 'shot', input: {} }],
  }
  const result: Message = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content }] }
  return (splitHistory([call, result])[1] ?? []).map(({ kind, text, tokens }) => ({ kind, text, tokens }))
}
const image = { kind: 'image', text: '', tokens: 800 }
const say = (text: string) => ({ kind: 'tool-result', text, tokens: undefined })

describe('a picture in the result of a tool', () => {
  it.each<[string, string | ContentBlock[], readonly object[]]>([
    ['alone', url, [image]],
    ['between words', `Shot: ${url} done`, [say('Shot: '), image, say(' done')]],
    ['in JSON', `[{"image_url":"${url}"}]`, [say('[{"image_url":"'), image, say('"}]')]],
    ['as a text block', [{ type: 'text', text: url }], [image]],
    ['as a block of OpenAI', [{ type: 'image_url', image_url: { url } }], [image]],
    ['as a block of Responses', [{ type: 'input_image', image_url: url }], [image]],
    ['as a block in camel case', [{ type: 'image_url', imageUrl: { url } }], [image]],
  ])('is one where it stands %s', (_name, content, parts) => {
    expect(split(content)).toEqual(parts)
  })

  it('is words where it is too short to be one', () => {
    expect(split('data:image/png;base64,AAAA')).toEqual([say('data:image/png;base64,AAAA')])
  })
})
