import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '../fixtures/app.ts'
import { expectAccessible } from './expect-accessible.ts'
import { goTo, openFolder, openTimeline, writeTask } from './support.ts'

const startTs = 1_750_000_000_000

/** What a task was worked on with, for two messages each: windows of 200,000 and of 128,000 tokens take turns. */
const models = ['claude-sonnet-4-20250514', 'gpt-4o-mini', 'claude-opus-4-20250514', 'gpt-4o-mini'] as const

/** A task that changed its model three times. */
async function writeTaskOfModels(folder: string): Promise<string> {
  const talk = models.flatMap((model, at) => {
    const ts = startTs + at * 20_000
    const environment = `<environment_details>\n# Current Mode\n<slug>code</slug>\n<model>${model}</model>\n</environment_details>`
    return [
      {
        role: 'user',
        content: [
          { type: 'text', text: `question ${at}` },
          { type: 'text', text: environment },
        ],
        ts,
      },
      { role: 'assistant', content: [{ type: 'text', text: `answer ${at}` }], ts: ts + 10_000 },
    ]
  })
  const task = await writeTask(folder, 'models', talk)
  const lines = models.map((_, at) => ({
    ts: startTs + at * 20_000 + 5000,
    type: 'say',
    say: 'api_req_started',
    text: JSON.stringify({ tokensIn: 90_000 + 1000 * at, tokensOut: 50, cost: 0.1 }),
  }))
  await writeFile(join(task, 'ui_messages.json'), JSON.stringify(lines))
  return task
}

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

test('models, subtasks and what is added to a task are shown in its Timeline', async ({ page, folders }) => {
  await test.step('every line of the window is named where several models share the width, and in full at the cursor', async () => {
    await page.setViewportSize({ width: 1408, height: 800 })
    await openFolder(page, await writeTaskOfModels(folders.home))
    const chart = await openTimeline(page)
    // From the top down: as much as each segment has room for.
    await expect(chart.getByText(/^(window |Dewpoint)/)).toHaveText([
      /^window 200.000 tok$/,
      /^window 200.000 tok$/,
      /^Dewpoint’s policy condenses at 171.808 tok$/,
      /^Dewpoint’s policy: 172k$/,
      /^window 128.000 tok of gpt-4o-mini$/,
      /^window 128.000$/,
      /^Dewpoint’s policy: 107k$/,
    ])
    const legend = page.getByRole('group', { name: 'Lines' })
    await expect(legend).toHaveText('WindowDewpoint’s policy condenses from here on')
    const place = page.getByLabel('Model and window at the message')
    await expect(place).toHaveText(
      /^window 128.000 tok of gpt-4o-miniDewpoint’s policy condenses at 107.008 tok: 90.% −/,
    )
    await chart.focus()
    await page.keyboard.press('Home')
    await expect(place).toHaveText(
      /^window 200.000 tok of claude-sonnet-4-20250514Dewpoint’s policy condenses at 171.808 tok: 90.%/,
    )
    // Larger windows than 2.2 times the context are named above it, without a line.
    await page.getByRole('button', { name: '1M' }).click()
    await expect(legend).toHaveCount(0)
  })
  await test.step('the events above the chart are one stop of the Tab key, with arrow keys from one to the next', async () => {
    const chart = page.getByRole('slider', { name: 'Message in the timeline' })
    const events = page.getByRole('toolbar', { name: 'Events' }).getByRole('button')
    await expect(events).toHaveCount(3)
    await chart.focus()
    await page.keyboard.press('Shift+Tab')
    await expect(events.first()).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(events.nth(1)).toBeFocused()
    await page.keyboard.press('End')
    await expect(events.last()).toBeFocused()
    await page.keyboard.press('Home')
    await expect(events.first()).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(events.nth(1)).toBeFocused()
    // It is come back to where it was left.
    await page.keyboard.press('Tab')
    await expect(chart).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(events.nth(1)).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/messages\/[45]$/)
  })
  await goTo(page, 'Library')
  await page.setViewportSize({ width: 1280, height: 800 })
  await test.step('a subtask leads to the task that did it, and that one back', async () => {
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
  await goTo(page, 'Library')
  await test.step('the Timeline follows a task that goes on while it is looked at', async () => {
    const talk = Array.from({ length: 6 }, (_, index) => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: `message ${index} `.repeat(40 + 30 * index),
      ts: startTs + index * 10_000,
    }))
    await openFolder(page, await writeTask(folders.home, 'going-on', talk.slice(0, 3)))
    const chart = await openTimeline(page)
    await expect(chart).toHaveAttribute('aria-valuemax', '2')
    await expect(page.getByText('our count', { exact: true })).toBeVisible()
    await writeTask(folders.home, 'going-on', talk)
    await expect(chart).toHaveAttribute('aria-valuemax', '5')
  })
})
