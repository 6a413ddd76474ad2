import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures/app.ts'
import { expectAccessible } from './expect-accessible.ts'
import { openFolder, openSample, openTimeline, writeTask } from './support.ts'

const startTs = 1_750_000_000_000
/** Recorded input of the requests: the fourth one comes after the agent condensed. */
const inputs = [12_000, 15_500, 21_250, 13_400] as const
const costs = [0.04, 0.05, 0.06, 0.02] as const
const condensationUsd = 0.25

const textOf = (index: number): string => `message ${index} `.repeat(40 + 30 * index)

/** A task of the current Roo: three requests, a condensation that hides them, and one more. */
async function writeCondensedTask(folder: string, folderName: string): Promise<string> {
  const talk = Array.from({ length: 6 }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: [{ type: 'text', text: textOf(index) }],
    ts: startTs + index * 10_000,
    condenseParent: 'first',
  }))
  const summary = {
    role: 'user',
    content: [{ type: 'text', text: textOf(6) }],
    ts: startTs + 60_000,
    isSummary: true,
    condenseId: 'first',
  }
  const last = { role: 'assistant', content: [{ type: 'text', text: textOf(7) }], ts: startTs + 70_000 }
  const task = await writeTask(folder, folderName, [...talk, summary, last])
  const requests = inputs.map((tokensIn, index) => ({
    ts: startTs + index * 20_000 + 5000,
    type: 'say',
    say: 'api_req_started',
    text: JSON.stringify({ tokensIn, tokensOut: 50, cost: costs[index] }),
  }))
  const condensation = {
    ts: startTs + 64_000,
    type: 'say',
    say: 'condense_context',
    contextCondense: {
      cost: condensationUsd,
      prevContextTokens: 22_000,
      newContextTokens: 13_400,
      summary: 'short',
      condenseId: 'first',
    },
  }
  const lines = [...requests, condensation].toSorted((a, b) => a.ts - b.ts)
  await writeFile(join(task, 'ui_messages.json'), JSON.stringify(lines))
  return task
}

/** Rows of the table behind the chart as figures, by the headers of their columns. */
async function figuresOf(page: Page): Promise<Readonly<Record<string, string>>[]> {
  await page.getByText('Table', { exact: true }).click()
  const table = page.getByRole('table', { name: 'Context by message' })
  await expect(table.getByRole('row')).toHaveCount(9)
  const cells = await table
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [...row.querySelectorAll('th, td')].map((cell) =>
          cell.textContent.replaceAll(/\u202f|(?<=\d),(?=\d)/g, ''),
        ),
      ),
    )
  const [head = [], ...body] = cells
  return body.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])))
}

test('the Timeline shows what requests were recorded with and where the agent condensed, by keys, tables and 200 % zoom', async ({
  page,
  folders,
}) => {
  await test.step('the Timeline shows what each request was recorded with, what was paid, and where the agent condensed', async () => {
    await openFolder(page, await writeCondensedTask(folders.home, 'condensed'))
    await openTimeline(page)
    const events = page.getByRole('complementary', { name: 'Events and notes' })
    await expect(events.getByRole('list', { name: 'Events' }).getByRole('listitem')).toHaveCount(1)
    await expect(events).toContainText(/Condensation#6.*22.000 tok → 13.400 tok · \$0\.2500/)
    await expect(page.getByRole('button', { name: /^Condensation at #6/ })).toBeVisible()

    const rows = await figuresOf(page)
    // Before each answer stands what its request sent: the record itself.
    const answers = [1, 3, 5, 7] as const
    answers.forEach((index, request) => {
      const input = String(inputs[request])
      expect(rows[index]?.['Recorded input, tok']).toBe(input)
      expect(rows[index]?.['Sent for it, tok']).toBe(input)
      expect(rows[index - 1]?.['Context after, tok']).toBe(input)
    })
    // What was paid up to each message, the condensation included once its answer is there.
    const paid = ['$0', '$0.0400', '$0.0400', '$0.0900', '$0.0900', '$0.1500', '$0.1500', '$0.4200']
    expect(rows.map((row) => row['Cost so far, $'])).toEqual(paid)
    // All kinds add up to the context, and the summary is one of them after the condensation only.
    const kinds = ['System prompt and tools, tok', 'User text, tok', 'Assistant text, tok', 'Summary, tok']
    for (const row of rows)
      expect(kinds.reduce((sum, kind) => sum + Number(row[kind]), 0)).toBe(Number(row['Context after, tok']))
    expect(rows.map((row) => Number(row['Summary, tok']) > 0)).toEqual([
      ...Array<boolean>(6).fill(false),
      true,
      true,
    ])
  })
  await test.step('the Timeline goes by keys: along, closer, from event to event, and to the message', async () => {
    await page.getByText('Chart', { exact: true }).click()
    const chart = page.getByRole('slider', { name: 'Message in the timeline' })
    await chart.focus()
    await expect(chart).toHaveAttribute('aria-valuenow', '7')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await expect(chart).toHaveAttribute(
      'aria-valuetext',
      /^Message 1, assistant, .* tok with it, request 12.000 tok recorded/,
    )
    await page.keyboard.press(']')
    await expect(chart).toHaveAttribute('aria-valuenow', '6')
    await page.keyboard.press('+')
    const reset = page.getByRole('button', { name: /^Messages \d+ to \d+: show all$/ })
    await expect(reset).toBeVisible()
    await expect(chart).toHaveAttribute('aria-valuemin', '3')
    // The cursor takes the part that is shown along.
    await page.keyboard.press('Home')
    await expect(chart).toHaveAttribute('aria-valuemin', '0')
    await page.keyboard.press('Escape')
    await expect(reset).toHaveCount(0)
    await expect(chart).toHaveAttribute('aria-valuemax', '7')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/messages\/7$/)
  })
  await test.step('the Timeline is whole at 200 % zoom: controls in sight, a chart to read, events below it', async () => {
    await page.setViewportSize({ width: 640, height: 400 })
    const chart = await openTimeline(page)
    for (const name of ['Chart', 'Table', 'Events'])
      await expect(page.getByText(name, { exact: true }).first()).toBeInViewport({ ratio: 1 })
    const canvas = await chart.boundingBox()
    expect(canvas?.height).toBeGreaterThanOrEqual(280)
    expect(canvas?.width).toBeGreaterThanOrEqual(500)
    const event = page.getByRole('complementary', { name: 'Events and notes' }).getByRole('link').first()
    await event.scrollIntoViewIfNeeded()
    await expect(event).toBeInViewport({ ratio: 1 })
    await expectAccessible(page)
  })
  await test.step('the Timeline and the tables behind it are accessible', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('button', { name: '200k' }).click()
    await page.getByRole('button', { name: /^User text/ }).click()
    await expectAccessible(page)
    for (const view of ['Table', 'Events']) {
      await page.getByText(view, { exact: true }).first().click()
      await expect(page.getByRole('table')).toBeVisible()
      await expectAccessible(page)
    }
  })
})

test('the Timeline is found again as it was left, and goes by the strip below it and by the mouse', async ({
  page,
}) => {
  await test.step('the Timeline is found again as it was left, and holds the task against the window of its model', async () => {
    await openSample(page)
    const chart = await openTimeline(page)
    const group = page.getByRole('group', { name: 'Window to compare the task with' })
    const window = group.getByRole('textbox', { name: 'Window' })
    await expect(window).toHaveAttribute('placeholder', /\(model\)$/)
    await expect(chart).toContainText(/window [\d,]+ tok of anthropic\/claude-sonnet-4\.5/)
    const chosen = group.getByRole('button', { name: '200k' })
    await expect(chosen).toHaveAttribute('aria-pressed', 'false')
    await chosen.click()
    await expect(chosen).toHaveAttribute('aria-pressed', 'true')
    await expect(chart).toContainText(
      /Dewpoint’s policy condenses at 171,808 tok: 90\u202f% − 8,192 reserved/,
    )
    await expect(chart).not.toContainText('claude-sonnet')

    await chart.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('+')
    const kept = ['aria-valuenow', 'aria-valuemax'] as const
    const place = await Promise.all(kept.map((name) => chart.getAttribute(name)))
    const leaveAndReturn = async (): Promise<void> => {
      await page.getByRole('navigation', { name: 'Task' }).getByRole('link', { name: 'Messages' }).click()
      await expect(chart).toHaveCount(0)
      await page.getByRole('navigation', { name: 'Task' }).getByRole('link', { name: 'Timeline' }).click()
    }
    await leaveAndReturn()
    await expect(chart).toBeVisible()
    expect(await Promise.all(kept.map((name) => chart.getAttribute(name)))).toEqual(place)
    expect(place[0]).toBe('1')
    await page.getByRole('radiogroup', { name: 'Show as' }).getByText('Events').click()
    await leaveAndReturn()
    await expect(page.getByRole('table', { name: 'Events of the task' })).toBeVisible()
  })
  await test.step('the strip below the Timeline shows a part of it, by its handles', async () => {
    await page.getByRole('radiogroup', { name: 'Show as' }).getByText('Chart').click()
    await page.getByRole('button', { name: /^Messages \d+ to \d+: show all$/ }).click()
    const chart = page.getByRole('slider', { name: 'Message in the timeline' })
    const last = Number(await chart.getAttribute('aria-valuemax'))
    const handles = page.getByRole('slider', { name: 'Messages that are shown' })
    await expect(handles).toHaveCount(2)
    await expectAccessible(page)
    await handles.first().focus()
    for (let pressed = 0; pressed < 5; pressed += 1) await page.keyboard.press('ArrowRight')
    await expect(chart).toHaveAttribute('aria-valuemin', '5')
    const box = await handles.last().boundingBox()
    if (box === null) throw new Error('the handles are visible')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x - 300, box.y + box.height / 2, { steps: 6 })
    await page.mouse.up()
    expect(Number(await chart.getAttribute('aria-valuemax'))).toBeLessThan(0.8 * last)
    await expect(chart).toHaveAttribute('aria-valuemin', '5')
    await page.getByRole('button', { name: /^Messages 5 to \d+: show all$/ }).click()
    await expect(chart).toHaveAttribute('aria-valuemax', String(last))
  })
  await test.step('the Timeline goes by the mouse: a drag zooms, a click opens, the legend leaves kinds out', async () => {
    const chart = page.getByRole('slider', { name: 'Message in the timeline' })
    const box = await chart.boundingBox()
    if (box === null) throw new Error('the chart is visible')
    const last = Number(await chart.getAttribute('aria-valuemax'))
    await page.mouse.move(box.x + 0.3 * box.width, box.y + 100)
    await page.mouse.down()
    await page.mouse.move(box.x + 0.6 * box.width, box.y + 120, { steps: 4 })
    await page.mouse.up()
    const reset = page.getByRole('button', { name: /^Messages \d+ to \d+: show all$/ })
    await expect(reset).toBeVisible()
    const shown =
      Number(await chart.getAttribute('aria-valuemax')) - Number(await chart.getAttribute('aria-valuemin'))
    expect(shown).toBeLessThan(last / 2)
    await reset.click()

    const layers = chart.locator('.recharts-area-area')
    const before = await layers.count()
    await page.getByRole('button', { name: /^System prompt and tools/ }).click()
    await expect(layers).toHaveCount(before - 1)
    await expect(page.getByRole('button', { name: 'Recorded input of a request' })).toBeDisabled()
    await page.getByRole('button', { name: /^System prompt and tools/ }).click()
    await expect(layers).toHaveCount(before)

    await page.getByRole('button', { name: '128k' }).click()
    await expect(chart.getByText(/window 128.000 tok/)).toBeVisible()
    await page.mouse.click(box.x + 0.5 * box.width, box.y + 150)
    await expect(page).toHaveURL(/messages\/\d+$/)
  })
})
