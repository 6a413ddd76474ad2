import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { writeRepeatingTask } from '../../src/main/testing/write-repeating-task.ts'
import { sessionHeader } from '../../src/shared/library/session-header-contract.ts'
import type { LibrarySearch } from '../../src/shared/library/types.ts'
import { expect, test } from '../fixtures/app.ts'

/** The search over all tasks in the browser host while files change. */

/** The answer to a call of the contract, sent as the page itself sends it. */
async function ask<T>(page: Page, method: string, input: unknown): Promise<T> {
  const json: unknown = await page.evaluate(
    async ({ path, body, key }) => {
      const headers = { 'Content-Type': 'application/json', [key]: localStorage.getItem(key) ?? '' }
      const response = await fetch(path, { method: 'POST', headers, body })
      const answer: { readonly json: unknown } = await response.json()
      return answer.json
    },
    { path: `/rpc/${method}`, body: JSON.stringify({ json: input }), key: sessionHeader },
  )
  // What the contract says of this method.
  return json as T
}

async function foundIn(page: Page, query: string): Promise<readonly string[]> {
  const { hits } = await ask<LibrarySearch>(page, 'library/search', { query })
  return hits.map(({ taskTitle, messageIndex }) => `${taskTitle} #${messageIndex}`)
}

test('what agents write while the workbench is open is found', async ({ page, folders }) => {
  const tasks = join(folders.home, 'tasks')
  await writeRepeatingTask(join(tasks, '1'), 'Mend the parser of the aardwolf')
  await writeRepeatingTask(join(tasks, '2'), 'Paint the fence')
  await expect(page.getByText(/sample/i).first()).toBeVisible()
  await ask(page, 'tasks/open', { kind: 'path', path: tasks })
  await expect.poll(() => foundIn(page, 'aardwolf')).toEqual(['Mend the parser of the aardwolf #0'])

  await writeRepeatingTask(join(tasks, '2'), 'Paint the fence of the bandicoot')
  await writeRepeatingTask(join(tasks, '3'), 'A bandicoot of its own', 1_800_000_000_000)
  await expect
    .poll(() => foundIn(page, 'bandicoot'))
    .toEqual(['A bandicoot of its own #0', 'Paint the fence of the bandicoot #0'])

  await rm(join(tasks, '3'), { recursive: true })
  await expect
    .poll(() => ask<readonly { readonly state: string }[]>(page, 'tasks/list', undefined))
    .toContainEqual(expect.objectContaining({ title: 'A bandicoot of its own', state: 'gone' }))
  expect(await foundIn(page, 'bandicoot')).toHaveLength(2)
})
