import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { damagedHistory } from '../../kernel/testing/arbitrary-history.ts'
import { computeSha256 } from '../files/compute-sha256.ts'
import { unpackText } from './compression.ts'
import type { Snapshot } from './job.ts'
import { openSnapshot, packSnapshot } from './packed-snapshot.ts'

const style = { indent: null, bom: false, trailing: '' }

describe('packed snapshots', () => {
  it('give back what was packed, key order included', async () => {
    await fc.assert(
      fc.asyncProperty(damagedHistory(), async (messages) => {
        // As they come from a file: what JSON cannot hold is gone.
        const snapshot: Snapshot = {
          messages: JSON.parse(JSON.stringify(messages)),
          hiddenRange: null,
          style,
        }
        const { bytes } = await packSnapshot(snapshot)
        expect(JSON.stringify(await openSnapshot(bytes))).toBe(JSON.stringify(snapshot))
      }),
      { numRuns: 50 },
    )
  })

  it.each([
    ['no message', []],
    ['line breaks and closing brackets in texts', [{ role: 'user', content: '],\n{"messages":[\n]\u2028' }]],
    ['a message larger than a piece', [{ role: 'user', content: '💻x'.repeat(900_000) }]],
    [
      'many messages',
      Array.from({ length: 3000 }, (_, at) => ({ role: 'user', content: `${at} `.repeat(200) })),
    ],
  ])('hold %s', async (_, messages) => {
    const snapshot: Snapshot = {
      messages,
      hiddenRange: { start: 1, end: 2 },
      style: { ...style, trailing: '\n' },
    }
    const { bytes } = await packSnapshot(snapshot)
    expect(await openSnapshot(bytes)).toEqual(snapshot)
  })

  it('are one JSON value, and are named by its hash', async () => {
    const snapshot: Snapshot = {
      messages: [
        { role: 'user', content: 'a' },
        { role: 'user', content: 'b' },
      ],
      hiddenRange: null,
      style,
    }
    const { bytes, hash } = await packSnapshot(snapshot)
    const text = unpackText(bytes)
    expect(JSON.parse(text)).toEqual(snapshot)
    expect(hash).toBe(computeSha256(text))
  })

  it('take messages as they stand in a file', async () => {
    const messages = Array.from({ length: 900 }, (_, at) => ({
      role: 'user',
      content: `${at} 💻`.repeat(at === 7 ? 300_000 : 500),
    }))
    const snapshot: Snapshot = { messages, hiddenRange: null, style }
    const file = Buffer.from(JSON.stringify(messages))
    let end = 0
    const ends = messages.map((message) => (end += 1 + Buffer.byteLength(JSON.stringify(message))))
    const { hash, bytes } = await packSnapshot(snapshot, { bytes: file, ends })
    expect(hash).toBe((await packSnapshot(snapshot)).hash)
    expect(unpackText(bytes)).toBe(unpackText((await packSnapshot(snapshot)).bytes))
  })

  it('are shown one by one, each once and in order, to who looks at them meanwhile', async () => {
    const messages = Array.from({ length: 5 }, (_, at) => ({ role: 'user', content: `${at}` }))
    const seen: unknown[] = []
    await packSnapshot({ messages, hiddenRange: null, style }, undefined, (...one) => void seen.push(one))
    expect(seen).toEqual(messages.map((message, at) => [message, at]))
  })

  it('come back frozen, so that no provider can change them', async () => {
    const { bytes } = await packSnapshot({
      messages: [{ role: 'user', content: [{ type: 'text', text: 'a' }] }],
      hiddenRange: null,
      style,
    })
    const { messages } = await openSnapshot(bytes)
    expect(Object.isFrozen(messages)).toBe(true)
    expect(Object.isFrozen(messages[0]?.content[0])).toBe(true)
  })

  it('say so when their bytes were cut off', async () => {
    const { bytes } = await packSnapshot({
      messages: [{ role: 'user', content: 'x'.repeat(5000) }],
      hiddenRange: null,
      style,
    })
    await expect(openSnapshot(bytes.subarray(0, bytes.length - 20))).rejects.toThrow(/end/)
  })
})
