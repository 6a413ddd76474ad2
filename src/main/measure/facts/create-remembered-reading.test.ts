import { describe, expect, it } from 'vitest'
import {
  createRememberedReading,
  type Readable,
  type RememberedReading,
} from './create-remembered-reading.ts'

const part = (text: string, kind: Readable['kind'] = 'user-text'): Readable => ({
  text,
  kind,
  holder: 'text',
})

describe('a reading that is remembered by text', () => {
  const reading = (): { readonly read: RememberedReading<string>; readonly asked: string[] } => {
    const asked: string[] = []
    const read = createRememberedReading(({ text, kind, holder }) => {
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

  it('is kept for a whole task, however long, through all of its cuts', () => {
    const { read, asked } = reading()
    const task = Array.from({ length: 10 }, (_, index) => part(`${index}${'x'.repeat(1_000_000)}`))
    for (let cut = 1; cut <= task.length; cut += 1) {
      const cutParts = task.slice(0, cut)
      read.makeRoom([cutParts])
      cutParts.forEach(read)
    }
    expect(asked).toHaveLength(task.length)
  })

  it('is dropped once so many other texts came that a task twice as long would have had room', () => {
    const { read, asked } = reading()
    const long = 'x'.repeat(3_000_000)
    for (const text of ['a', long, `${long}y`, `${long}z`, 'a']) read(part(text))
    expect(asked.filter((text) => text === 'a')).toHaveLength(2)
  })

  it('gives the room of a long task back after it', () => {
    const { read, asked } = reading()
    read.makeRoom([[part('x'.repeat(9_000_000))]])
    read(part('a'))
    for (let index = 0; index < 10; index += 1) read(part(`${index}${'x'.repeat(3_000_000)}`))
    const before = asked.length
    for (const text of ['a', `8${'x'.repeat(3_000_000)}`, `4${'x'.repeat(3_000_000)}`]) read(part(text))
    expect(asked.slice(before).map((text) => text.slice(0, 1))).toEqual(['a', '4'])
  })
})
