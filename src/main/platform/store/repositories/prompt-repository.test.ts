import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../store.ts'
import { makeBench, type StoreBench } from '../testing/fixtures.ts'

let bench: StoreBench
let store: Store
beforeEach(async () => {
  bench = await makeBench()
  store = await bench.open()
})
afterEach(() => bench.clean())

describe('prompts', () => {
  const prompt = { id: 'p', name: 'Short', purpose: 'conversation' as const }
  const version = (text: string) => ({ text, note: `for ${text}`, createdTs: 7 })

  it('keep every version, numbered from 1', async () => {
    await store.prompts.create(prompt, version('one'))
    expect(await store.prompts.addVersion('p', version('two'))).toBe(2)
    expect(await store.prompts.get('p')).toEqual({
      ...prompt,
      isBuiltIn: false,
      versions: [
        { version: 1, ...version('one') },
        { version: 2, ...version('two') },
      ],
    })
    expect(await store.prompts.addVersion('other', version('x'))).toBeNull()
    expect(await store.prompts.get('other')).toBeNull()
  })

  it('are listed by name, renamed, and removed with their versions', async () => {
    await store.prompts.create(prompt, version('one'))
    await store.prompts.create({ ...prompt, id: 'q', name: 'brief' }, version('one'))
    expect((await store.prompts.list()).map(({ id }) => id)).toEqual(['q', 'p'])
    expect(await store.prompts.rename('p', 'A first one')).toBe(true)
    expect((await store.prompts.list()).map(({ id }) => id)).toEqual(['p', 'q'])
    expect(await store.prompts.remove('p')).toBe(true)
    expect(await store.prompts.remove('p')).toBe(false)
    expect(await store.prompts.rename('p', 'x')).toBe(false)
    await store.prompts.create(prompt, version('again'))
    expect((await store.prompts.get('p'))?.versions).toEqual([{ version: 1, ...version('again') }])
  })

  it('are not added twice, nor by half', async () => {
    await store.prompts.create(prompt, version('one'))
    await expect(store.prompts.create(prompt, version('two'))).rejects.toMatchObject({ code: 'failed' })
    const broken = { ...version('x'), createdTs: Number.NaN }
    await expect(store.prompts.create({ ...prompt, id: 'q' }, broken)).rejects.toMatchObject({
      code: 'failed',
    })
    expect(await store.prompts.list()).toHaveLength(1)
  })
})
