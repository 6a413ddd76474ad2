import { describe, expect, it } from 'vitest'
import { createSlots } from './slots.ts'

/** Work by name, which goes on until it is asked to end, and what has begun so far. */
function workers(most: number) {
  const slots = createSlots(most)
  const begun: string[] = []
  const ends = new Map<string, { readonly resolve: () => void; readonly reject: (fault: Error) => void }>()
  const begin = (name: string, signal?: AbortSignal): Promise<void> =>
    slots.use(() => {
      begun.push(name)
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      ends.set(name, { resolve, reject })
      return promise
    }, signal)
  return { begin, begun, ends }
}

describe('slots', () => {
  it('are taken in the order of asking, so many at once, and free again after a failure', async () => {
    const { begin, begun, ends } = workers(2)
    const [first, second, third, fourth] = ['first', 'second', 'third', 'fourth'].map((name) => begin(name))
    expect(begun).toEqual(['first', 'second'])
    ends.get('second')?.reject(new Error('broken'))
    await expect(second).rejects.toThrow('broken')
    await expect.poll(() => begun).toEqual(['first', 'second', 'third'])
    ends.get('first')?.resolve()
    await first
    await expect.poll(() => begun.at(-1)).toBe('fourth')
    ends.get('third')?.resolve()
    ends.get('fourth')?.resolve()
    await Promise.all([third, fourth])
    void begin('fifth')
    expect(begun.at(-1)).toBe('fifth')
  })

  it('pass over whoever has gone', async () => {
    const { begin, begun, ends } = workers(1)
    const first = begin('first')
    const leaver = new AbortController()
    const second = begin('second', leaver.signal)
    void begin('third')
    leaver.abort(new Error('gone'))
    await expect(second).rejects.toThrow('gone')
    ends.get('first')?.resolve()
    await first
    await expect.poll(() => begun).toEqual(['first', 'third'])
    await expect(begin('fourth', leaver.signal)).rejects.toThrow('gone')
  })
})
