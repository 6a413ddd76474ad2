import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../../platform/store/open-store.ts'
import type { Store } from '../../platform/store/store.ts'
import { createRootsAccess } from '../library/roots-access.ts'
import { resolveMethod } from '../methods/resolve-method.ts'
import { resolveVariantPrompt } from './resolve-variant-prompt.ts'

let top = ''
let base = ''
let store: Store
beforeAll(async () => {
  top = await mkdtemp(join(tmpdir(), 'dewpoint-prompts-'))
  base = join(top, 'experiment')
  const options = { clock: () => 5000, processId: 1, isProcessAlive: () => false }
  store = await openStore({ folder: join(top, 'data'), ...options })
  await mkdir(join(base, 'prompts'), { recursive: true })
  await writeFile(join(base, 'prompts', 'v6.md'), '\uFEFFKeep the paths.\n')
  await writeFile(join(base, 'both'), 'From the file.')
  await writeFile(join(base, 'blank.md'), ' \n')
  await writeFile(join(base, 'latin.md'), Buffer.from([0x63, 0x61, 0x66, 0xe9]))
  await writeFile(join(base, 'huge.md'), 'x'.repeat(2 ** 20 + 1))
  await writeFile(join(top, 'secret.md'), 'secret')
  await symlink(join(top, 'secret.md'), join(base, 'link.md'))
  const version = { note: '', createdTs: 1 }
  for (const id of ['mine', 'both']) {
    await store.prompts.create({ id, name: id, purpose: 'conversation' }, { ...version, text: 'First.' })
    await store.prompts.addVersion(id, { ...version, text: 'Second.' })
  }
})
afterAll(async () => {
  await store.close()
  await rm(top, { recursive: true, force: true })
})

function resolvePrompt(prompt: string, { providerId = 'native', hasFolder = true } = {}) {
  const { method } = resolveMethod({ providerId })
  const services = { store, access: createRootsAccess([base]) }
  return resolveVariantPrompt(services, prompt, method, hasFolder ? base : undefined)
}

describe('the prompt of a variant', () => {
  it.each([
    ['a file beside the experiment', 'prompts/v6.md', 'Keep the paths.\n', { file: 'prompts/v6.md' }],
    ['a file rather than a prompt of the same name', 'both', 'From the file.', { file: 'both' }],
    ['the latest version in the library', 'mine', 'Second.', { promptId: 'mine', version: 2 }],
    ['a certain version in the library', 'mine@1', 'First.', { promptId: 'mine', version: 1 }],
    ['a version of what is a file too', 'both@1', 'First.', { promptId: 'both', version: 1 }],
  ])('is %s', async (_name, prompt, text, reference) => {
    const { method, reference: found } = await resolvePrompt(prompt)
    expect([method.settings[method.method.promptSetting ?? ''], found]).toEqual([text, reference])
  })

  it('is one of the library where the experiment has no folder', async () => {
    expect(await resolvePrompt('both', { hasFolder: false })).toMatchObject({ reference: { version: 2 } })
  })

  it.each([
    ['nowhere.md', 'not-found', 'There is no file'],
    ['mine@9', 'not-found', 'has no version 9'],
    ['blank.md', 'bad-input', 'is empty'],
    ['latin.md', 'unreadable', 'is no UTF-8 text'],
    ['huge.md', 'too-large', 'is larger than 1 MB'],
    ['../secret.md', 'not-found', 'There is no file'],
    ['link.md', 'not-found', 'There is no file'],
    ['prompts', 'not-found', 'There is no file'],
  ])('cannot be %s: %s', async (prompt, code, message) => {
    await expect(resolvePrompt(prompt)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    })
  })

  it('is refused by providers that take none', async () => {
    await expect(resolvePrompt('mine', { providerId: 'truncation' })).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('takes no prompt'),
    })
  })
})
