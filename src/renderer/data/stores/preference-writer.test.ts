import { describe, expect, it } from 'vitest'
import type { Client } from '../connection/client.ts'
import { createPreferenceWriter } from './preference-writer.ts'

type Sent = {
  readonly key: string
  readonly value: unknown
  readonly end: (fails?: boolean) => Promise<void>
}

/** A writer, and what it has sent so far. Each is answered when its `end` is called. */
function setUp() {
  const sent: Sent[] = []
  const set = ({ key, value }: { readonly key: string; readonly value: unknown }): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>()
    const end = async (fails = false): Promise<void> => {
      if (fails) reject(new Error('no engine'))
      else resolve(undefined)
      await Promise.allSettled([promise])
      await Promise.resolve()
    }
    sent.push({ key, value, end })
    return promise
  }
  // The writer uses no other method.
  const writer = createPreferenceWriter({ preferences: { set } } as unknown as Client)
  return { writer, sent, values: () => sent.map(({ key, value }) => [key, value]) }
}

describe('storing preferences', () => {
  it('sends the next value of a key when the one before has been answered, and only the newest', async () => {
    const { writer, sent, values } = setUp()
    for (const value of ['a', 'ab', 'abc']) writer.set('draft.smart', value)
    expect(values()).toEqual([['draft.smart', 'a']])
    await sent[0]?.end()
    expect(values()).toEqual([
      ['draft.smart', 'a'],
      ['draft.smart', 'abc'],
    ])
    await sent[1]?.end()
    expect(sent).toHaveLength(2)
    writer.set('draft.smart', 'd')
    expect(values().at(-1)).toEqual(['draft.smart', 'd'])
  })

  it('lets no key wait for another', () => {
    const { writer, values } = setUp()
    writer.set('layout.smart', 1)
    writer.set('theme', 'dark')
    expect(values()).toEqual([
      ['layout.smart', 1],
      ['theme', 'dark'],
    ])
  })

  it('goes on with the next value after one that could not be stored', async () => {
    const { writer, sent, values } = setUp()
    writer.set('draft.smart', 'a')
    writer.set('draft.smart', null)
    await sent[0]?.end(true)
    expect(values().at(-1)).toEqual(['draft.smart', null])
  })

  it('sends what waits when the window goes away, once', async () => {
    const { writer, sent, values } = setUp()
    writer.set('draft.smart', 'a')
    writer.set('draft.smart', 'ab')
    writer.flush()
    await sent[0]?.end()
    await sent[1]?.end()
    expect(values()).toEqual([
      ['draft.smart', 'a'],
      ['draft.smart', 'ab'],
    ])
  })
})
