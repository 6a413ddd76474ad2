import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readFileHead } from '../file-head.ts'
import { importTask } from '../import-task.ts'
import { codex } from './codex.ts'

const head = { timestamp: '2026-02-03T04:05:06Z', type: 'session_meta', payload: { id: 'thread' } }
const says = (role: string, text: string) => ({
  timestamp: '2026-02-03T04:05:06Z',
  type: 'response_item',
  payload: { type: 'message', role, content: [{ type: 'input_text', text }] },
})

describe('the beginning of a file', () => {
  it.each([
    ['a head', JSON.stringify(head), true],
    ['a head of early versions', '{"id":"x","timestamp":"2025-08-01T00:00:00Z","instructions":null}', true],
    ['items without a head', `${JSON.stringify(says('user', 'Go'))}\n`, true],
    ['a session of pi', '{"type":"session","version":3,"id":"x","cwd":"/"}', false],
    ['a transcript of Claude Code', '{"parentUuid":null,"uuid":"a","sessionId":"b","type":"user"}', false],
    ['an array', '[{"role":"user","content":"x"}]', false],
  ])('%s: %s', (_, text, is) => {
    expect(codex.recognises(readFileHead('rollout-1.jsonl', Buffer.from(text)))).toBe(is)
  })

  it('may be packed, as the file then is', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'codex-'))
    const bytes = zstdCompressSync(
      Buffer.from(
        [head, says('user', 'Go'), says('assistant', 'Yes')].map((one) => JSON.stringify(one)).join('\n'),
      ),
    )
    const name = 'rollout-2026-02-03T04-05-06-x.jsonl.zst'
    await writeFile(join(folder, name), bytes)
    expect(codex.recognises(readFileHead(name, bytes))).toBe(true)
    expect(codex.recognises(readFileHead('other.jsonl.zst', bytes))).toBe(true)
    expect(codex.recognises(readFileHead('other.jsonl.zst', zstdCompressSync('{"a":1}\n')))).toBe(false)
    expect((await importTask(join(folder, name))).messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
    ])
    await rm(folder, { recursive: true })
  })
})
