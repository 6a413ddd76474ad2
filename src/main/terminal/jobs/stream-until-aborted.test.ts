import { describe, expect, it } from 'vitest'
import { streamUntilAborted } from './stream-until-aborted.ts'

async function* count(to: number): AsyncGenerator<number> {
  for (let n = 0; n < to; n += 1) yield n
}

async function* neverEnding(): AsyncGenerator<number> {
  yield 0
  await new Promise(() => undefined)
}

async function collect(events: AsyncIterable<number>): Promise<readonly number[]> {
  const all: number[] = []
  for await (const event of events) all.push(event)
  return all
}

describe('a stream that may be aborted', () => {
  it('gives all events when nobody aborts', async () => {
    expect(await collect(streamUntilAborted(count(3), new AbortController().signal))).toEqual([0, 1, 2])
  })

  it('ends at once when it is aborted, however busy it is', async () => {
    const controller = new AbortController()
    const collected = collect(streamUntilAborted(neverEnding(), controller.signal))
    queueMicrotask(() => controller.abort(new Error('Ctrl+C')))
    await expect(collected).rejects.toThrow('Ctrl+C')
  })

  it('gives nothing when it was aborted before', async () => {
    await expect(
      collect(streamUntilAborted(neverEnding(), AbortSignal.abort(new Error('early')))),
    ).rejects.toThrow('early')
  })
})
