import { afterAll, expect, it, vi } from 'vitest'
import { importFiles } from '../import-files.ts'
import type * as Endless from './endless-history.ts'

const most = vi.hoisted(() => {
  // Files share a thread and what it has loaded: readers are loaded anew with the limit of this one.
  vi.resetModules()
  return 2000
})
vi.mock('./endless-history.ts', async (load) => ({ ...(await load<typeof Endless>()), mostLooks: most }))
afterAll(() => {
  vi.doUnmock('./endless-history.ts')
  vi.resetModules()
})

const time = '2026-01-01T00:00:00Z'
/** Sessions of pi: each answer is followed by a compaction that keeps everything, or by nothing. */
const session = (turns: number, isCompacted: boolean): string => {
  const lines: object[] = [{ type: 'session', version: 3, id: 's', timestamp: time, cwd: '/w' }]
  let parentId: string | null = null
  const add = (id: string, value: object): void => {
    lines.push({ id, parentId, timestamp: time, ...value })
    parentId = id
  }
  for (let turn = 0; turn < turns; turn += 1) {
    const content = [{ type: 'text', text: `${turn}` }]
    add(`u${turn}`, { type: 'message', message: { role: 'user', content } })
    add(`a${turn}`, { type: 'message', message: { role: 'assistant', content, api: 'a', model: 'm' } })
    if (isCompacted) add(`c${turn}`, { type: 'compaction', summary: 'S', firstKeptEntryId: 'u0' })
  }
  return lines.map((line) => JSON.stringify(line)).join('\n')
}
const read = (text: string) => importFiles('drop', [{ name: 'a.jsonl', text }])

it('a session that changes all of its history again and again is refused, with what it is', async () => {
  await expect(read(session(100, true))).rejects.toMatchObject({
    code: 'too-large',
    message: expect.stringMatching(/^a\.jsonl cannot be read: its history changes so often/),
  })
})

it('one of as many lines that only grows is read, and so is one that changes now and then', async () => {
  expect((await read(session(150, false))).messages).toHaveLength(300)
  expect((await read(session(10, true))).usage.condensations).toHaveLength(10)
})
