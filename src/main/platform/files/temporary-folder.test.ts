import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runInTemporaryFolder } from './temporary-folder.ts'

it('works in an empty folder that is gone afterwards, with what lay in it', async () => {
  const folder = await runInTemporaryFolder(async (place) => {
    expect(readdirSync(place)).toEqual([])
    writeFileSync(join(place, 'a.txt'), 'a')
    return place
  })
  expect(existsSync(folder)).toBe(false)
})

it('removes it where the work fails as well', async () => {
  let seen = ''
  const failing = runInTemporaryFolder(async (place) => {
    seen = place
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(existsSync(seen)).toBe(false)
})
