import { describe, expect, it } from 'vitest'
import { rememberedByText, type Readable } from './remembered-by-text.ts'

const part = (text: string, kind: Readable['kind'] = 'user-text'): Readable => ({
  text,
  kind,
  holder: 'text',
})

describe('a reading that is remembered by text', () => {
  const reading = (): { readonly read: (one: Readable) => string; readonly asked: string[] } => {
    const asked: string[] = []
    const read = rememberedByText(({ text, kind, holder }) => {
      asked.push(text)
      return `${kind} ${holder} ${text}`
    })
    return { read, asked }
  }

  it('is made once for equal texts', () => {
    const { read, asked } = reading()
    expect([read(part('a')), read(part('a'))]).toEqual(['user-text text a', 'user-text text a'])
    expect(asked).toEqual(['a'])
  })

  it('differs where the same text is another kind of part or held in another way', () => {
    const { read } = reading()
    const parts = [part('a'), part('a', 'tool-result'), { ...part('a'), holder: 'input' as const }]
    expect(parts.map(read)).toEqual(['user-text text a', 'tool-result text a', 'user-text input a'])
  })

  it('starts afresh instead of holding more and more', () => {
    const { read, asked } = reading()
    const long = 'x'.repeat(3_000_000)
    for (const text of ['a', long, `${long}y`, 'a']) read(part(text))
    expect(asked.filter((text) => text === 'a')).toHaveLength(2)
  })
})
