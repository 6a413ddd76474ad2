import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '../fixtures/app.ts'
import { expectAccessible } from './expect-accessible.ts'
import { openFolder, openTimeline, writeTask } from './support.ts'

/** A task that had another one do something. */
async function writeParent(folder: string): Promise<string> {
  const call = { type: 'tool_use', id: '1', name: 'new_task', input: { mode: 'code', message: 'Parse it' } }
  const result = {
    type: 'tool_result',
    tool_use_id: '1',
    content: 'Subtask the-child completed.\n\nResult:\nDone',
  }
  const task = await writeTask(folder, 'the-parent', [
    { role: 'user', content: 'Do the whole' },
    { role: 'assistant', content: [call] },
    { role: 'user', content: [result] },
  ])
  await writeFile(
    join(task, 'history_item.json'),
    JSON.stringify({ id: 'the-parent', task: 'The whole', childIds: ['the-child'] }),
  )
  return task
}

async function writeChild(folder: string): Promise<string> {
  const task = await writeTask(folder, 'the-child', [{ role: 'user', content: 'Parse it' }])
  await writeFile(
    join(task, 'history_item.json'),
    JSON.stringify({ id: 'the-child', task: 'The parser', parentTaskId: 'the-parent' }),
  )
  return task
}

test('a subtask leads to the task that did it, and that one back', async ({ page, folders }) => {
  const parent = await writeParent(folders.home)
  await openFolder(page, parent)
  await openTimeline(page)
  const events = page.getByRole('complementary', { name: 'Events and notes' })
  await expect(events).toContainText('Subtask: the-child, which is not in the Library')

  await page.getByRole('link', { name: 'Library' }).first().click()
  await openFolder(page, await writeChild(folders.home))
  await openTimeline(page)
  await events.getByRole('link', { name: 'The whole' }).click()
  await expect(page.getByRole('heading', { name: 'The whole' })).toBeVisible()
  const child = events.getByRole('link', { name: 'The parser' })
  await expect(child).toBeVisible()
  await expectAccessible(page)
  await child.click()
  await expect(page.getByRole('heading', { name: 'The parser' })).toBeVisible()

  await page.getByRole('button', { name: 'Details' }).click()
  await page.getByRole('definition').getByRole('link', { name: 'The whole' }).click()
  await expect(page.getByRole('heading', { name: 'The whole' })).toBeVisible()
})
