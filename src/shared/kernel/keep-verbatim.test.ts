import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { keepVerbatim } from './keep-verbatim.ts'
import { messageSchema } from './message.ts'

describe('a verbatim schema', () => {
  const schema = keepVerbatim(z.looseObject({ a: z.number(), b: z.array(z.object({ c: z.string() })) }))

  it('gives back the very value', () => {
    const value = { z: 1, b: [{ more: 1, c: 'x' }], a: 2 }
    expect(schema.parse(value)).toBe(value)
    expect(z.object({ inside: z.array(schema) }).parse({ inside: [value] }).inside[0]).toBe(value)
  })

  it('names the place of what does not fit', () => {
    const issues = z.array(schema).safeParse([
      { a: 1, b: [] },
      { a: 1, b: [{ c: 5 }] },
    ]).error?.issues
    expect(issues?.map((issue) => issue.path)).toEqual([[1, 'b', 0, 'c']])
  })
})

describe('the schema of a message', () => {
  it('keeps the order of keys, in blocks as well', () => {
    const text = '{"id":"m","ts":"noon","content":[{"text":"a","type":"text","x":1}],"role":"user"}'
    expect(JSON.stringify(messageSchema.parse(JSON.parse(text)))).toBe(text)
  })

  it.each([[{ role: 'user' }], [{ content: 'a' }], [{ role: 'user', content: [5] }], [null]])(
    'refuses %j',
    (value) => {
      expect(messageSchema.safeParse(value).success).toBe(false)
    },
  )
})
