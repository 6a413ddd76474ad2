import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findResult } from './find-result.ts'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-result-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('what a result argument names', () => {
  it('is a file that condense wrote', async () => {
    const text = '{ "dewpoint": { "kind": "result", "version": 1 }, "messages": [] }'
    await writeFile(join(folder, 'small.json'), text)
    expect(await findResult('small.json', folder)).toEqual({ file: { name: 'small.json', text } })
  })

  it('is a run where no file has the name', async () => {
    expect(await findResult('mwppqjkw9ce83a78', folder)).toEqual({ runId: 'mwppqjkw9ce83a78' })
  })

  it('is nothing where the file is a history, or a folder', async () => {
    await writeFile(join(folder, 'history.json'), '[{ "role": "user", "content": "hello" }]')
    expect(await findResult('history.json', folder)).toBeNull()
    expect(await findResult('.', folder)).toBeNull()
  })
})
