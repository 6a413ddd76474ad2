import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeTinyLlama } from '../testing/tiny-llama.ts'
import { buildGguf } from '../testing/write-gguf.ts'
import { findGgufFault } from './find-gguf-fault.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-gguf-fault-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const model = buildGguf(makeTinyLlama(1))

function changed(at: number, value: number): Buffer {
  const bytes = Buffer.from(model)
  bytes.writeUInt32LE(value, at)
  return bytes
}

it.each([
  ['a model', model, /^$/],
  ['an empty file', Buffer.alloc(0), /is empty\. Download the model again/],
  ['a text', Buffer.from('version https://git-lfs.github.com/spec/v1\n'), /does not begin with GGUF/],
  ['the magic bytes alone', model.subarray(0, 10), /shorter than its own head says/],
  ['a version of the future', changed(4, 900), /version of GGUF that is not known \(900, not 1 to 3\)/],
  ['no tensors', changed(8, 0), /no model, only its vocabulary/],
  ['more tensors than it has room for', changed(8, 4_000_000), /shorter than its own head says/],
  ['a download that broke off at its head', model.subarray(0, 200), /shorter than its own head says/],
])('says what is wrong with %s', async (name, bytes, fault) => {
  const path = join(folder, `${name}.gguf`)
  await writeFile(path, bytes)
  expect(await findGgufFault(path)).toMatch(fault)
})

it('names a file that is not there', async () => {
  await expect(findGgufFault(join(folder, 'none.gguf'))).rejects.toThrow('does not exist')
})
