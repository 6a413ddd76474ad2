import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { connectContract } from './contract-client.ts'
import { expect, test } from './desktop.ts'

const key = 'sk-easy-to-find-0123456789'
const profile = {
  id: 'work',
  name: 'Work',
  vendor: 'anthropic' as const,
  model: 'claude-sonnet-4',
  windowTokens: 200_000,
  maxOutputTokens: 8192,
}

test('a key is kept encrypted, for its owner alone, until it is forgotten', async ({
  desktop,
  shellOptions,
}) => {
  const client = await connectContract(desktop.page)
  const { keyStorage } = await client.profiles.list()
  test.skip(keyStorage === 'none', 'The system encrypts nothing.')
  const storedAs = keyStorage === 'protected' ? 'stored' : 'plain-text'
  await client.profiles.save(profile)
  const view = await client.profiles.storeKey({ profileId: 'work', key })
  expect(view).toMatchObject({ key: { source: storedAs }, obstacle: '' })
  expect(JSON.stringify(view)).not.toContain(key)
  const file = join(shellOptions.dataFolder, 'keys.json')
  const text = await readFile(file, 'utf8')
  expect(Object.keys(JSON.parse(text) as object)).toEqual(['work@anthropic'])
  expect(text).not.toContain(key)
  expect(text).not.toContain(Buffer.from(key).toString('base64'))
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await client.profiles.list()).toMatchObject({ profiles: [{ key: { source: storedAs } }] })
  expect(await client.profiles.forgetKey({ profileId: 'work' })).toMatchObject({ key: { source: 'missing' } })
  await expect(stat(file)).rejects.toThrow('ENOENT')
})
