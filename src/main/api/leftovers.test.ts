import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startDewpoint } from '../testing/start-dewpoint.ts'

it('the doctor removes what a killed process has left in the data folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dewpoint-doctor-'))
  const { client, close } = await startDewpoint(folder)
  const examined = async (): Promise<unknown> =>
    (await client.app.doctor()).find(({ id }) => id === 'leftovers')?.detail
  const { dataFolder } = await client.app.info()
  // No process has this number on any system.
  const left = join(dataFolder, '.dewpoint-2147483646-0a1b.tmp')
  await writeFile(left, 'half')
  expect(await examined()).toContain(left)
  expect(await examined()).toBe('nothing')
  await close()
  await rm(folder, { recursive: true, force: true })
})
