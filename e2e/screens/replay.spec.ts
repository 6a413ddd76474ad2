import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatPolicyName } from '../../src/shared/replay/format-policy-name.ts'
import { expect, test } from '../fixtures/app.ts'
import { jsonOf } from '../fixtures/command-line.ts'
import { sampleFolder } from '../fixtures/folders.ts'
import { expectAccessible } from './expect-accessible.ts'
import {
  copiedTable,
  openContext,
  openPolicies,
  openReplay,
  openYaml,
  play,
  policies,
} from './replay-support.ts'
import { reload } from './support.ts'

/** The Replay tab of a task: policies, results, the context at a request, drift. */

test('results agree with the command line, go by keyboard, stay while they are played again, and are there after a reload', async ({
  page,
}, testInfo) => {
  await test.step('shows the figures that the command line gives', async () => {
    const folder = testInfo.outputPath('work')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'policies.yaml'), policies)
    const told = await jsonOf(folder, ['replay', sampleFolder, '--policy', 'policies.yaml'])
    await openReplay(page)
    await openPolicies(page)
    await openYaml(page, policies)
    await play(page, 4)
    const rows = await copiedTable(page, 'Policies')
    expect(rows).toHaveLength(4)
    for (const [index, row] of rows.entries()) {
      const { id, trigger, costUsd, peakContext, firings, tokens, quality } = told.policies[index]
      expect(row).toMatchObject({
        Policy: formatPolicyName({ id, trigger }),
        Cost: String(costUsd),
        'Peak (tok)': String(peakContext),
        Condensed: String(firings.length),
        'First before': String(firings[0]?.request ?? ''),
        'Uncached (tok)': String(tokens.uncached),
        'Written (tok)': String(tokens.cacheWrite),
        'Read (tok)': String(tokens.cacheRead),
        'Output (tok)': String(tokens.output),
      })
      const recall = quality['continuation-recall']
      expect(row['Kept what was used next']).toBe(recall == null ? '' : String(recall))
    }
    await page.getByRole('row', { name: /^early / }).click()
    const detail = page.getByRole('region', { name: 'Details of early' })
    const early = told.policies[1]
    await expect(detail.getByRole('table', { name: 'Condensations of early' }).getByRole('row')).toHaveCount(
      early.firings.length + 1,
    )
    const requests = await copiedTable(page, 'Context over requests')
    expect(requests.map((row) => row['early'])).toEqual(
      early.requests.map(({ contextTokens }: { contextTokens: number }) => String(contextTokens)),
    )
  })
  await test.step('shows what is sent with each request, by keyboard', async () => {
    await openContext(page)
    const side = page.getByRole('region', { name: 'Context of early' })
    const list = side.getByRole('listbox', { name: 'Messages of the context' })
    const number = page.getByRole('textbox', { name: 'Number of the request' })
    const slider = page.getByRole('slider', { name: 'Request', exact: true })
    await expect(list.getByText('summarised').first()).toBeVisible()
    const condensation = Number(await number.inputValue())
    await slider.focus()
    await page.keyboard.press('ArrowLeft')
    await expect(number).toHaveValue(String(condensation - 1))
    await expect(list.getByText('summarised')).toHaveCount(0)
    await page.keyboard.press('Home')
    await expect(number).toHaveValue('0')
    await expect(list.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('End')
    const beside = page.getByRole('region', { name: 'Context of none' })
    for (const shown of [side, beside]) {
      // What was shown before stays until the context has come.
      await expect
        .poll(async () => {
          const head = await shown.getByText(/ tok · \d+ messages? · \$/).innerText()
          return (await shown.getByLabel('Total').innerText()) === `${head.split(' ')[0]} tok in all`
        })
        .toBe(true)
    }
    await number.fill(String(condensation))
    await list.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await expect(side.getByRole('group', { name: 'The selected message' })).toContainText('Made from')
    await expect(side.getByLabel('Text', { exact: true })).toContainText(/\w/)
    await side.getByRole('link', { name: 'message 1', exact: true }).click()
    await expect(page).toHaveURL(/\/messages\/1$/)
  })
  await test.step('keeps results while other tabs are looked at', async () => {
    await page.getByRole('navigation', { name: 'Task' }).getByRole('link', { name: 'Replay' }).click()
    await expect(page.getByRole('row', { name: /^early / })).toBeVisible()
  })
  await test.step('leads from request to request in the charts, by keyboard, and marks every line', async () => {
    const chart = page.getByRole('slider', { name: 'Context over requests' })
    const number = page.getByRole('textbox', { name: 'Number of the request' })
    await chart.focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await expect(number).toHaveValue('1')
    await expect(chart).toHaveAttribute('aria-valuetext', /^Request 1: Never condensing [^;]+ tok; early /)
    const cost = page.getByRole('slider', { name: 'Cumulative cost over requests' })
    await cost.focus()
    await page.keyboard.press('End')
    await expect(cost).toHaveAttribute('aria-valuetext', /: Never condensing \$/)
    for (const id of ['none', 'early', 'late', 'exact'])
      await expect(chart.locator(`[data-end="${id}"]`)).toHaveCount(1)
    const pareto = page.getByRole('region', { name: 'Cost against quality' })
    await expect(pareto.locator('.recharts-reference-line')).toHaveCount(0)
    const front = pareto.getByRole('slider', { name: 'Cost against Kept what was used next' })
    await front.focus()
    await page.keyboard.press('End')
    await expect(front).toHaveAttribute('aria-valuetext', /^\w+: \$[\d.]+, .*, 4 of 4$/)
    const dearest = /^\w+/.exec((await front.getAttribute('aria-valuetext')) ?? '')?.[0] ?? ''
    await expect(page.getByRole('region', { name: `Details of ${dearest}` })).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await expect(front).toHaveAttribute('aria-valuetext', /, 3 of 4$/)
    await expect(page.getByRole('region', { name: `Details of ${dearest}` })).toHaveCount(0)
    const paid = page.getByRole('slider', { name: /^Tokens of “\w+” by what was paid for them$/ })
    await paid.focus()
    await page.keyboard.press('Home')
    await expect(paid).toHaveAttribute('aria-valuetext', /^Request 0: .*; \$/)
    await expect(number).toHaveValue('0')
  })
  await test.step('the number of the request never says another one than is shown', async () => {
    const number = page.getByRole('textbox', { name: 'Number of the request' })
    const slider = page.getByRole('slider', { name: 'Request', exact: true })
    const last =
      /of 0 to (\d+)/.exec(await page.getByRole('group', { name: 'Request' }).innerText())?.[1] ?? ''
    await number.fill('999')
    await expect(number).toHaveValue(last)
    await expect(slider).toHaveAttribute('aria-valuetext', `request ${last} of 0 to ${last}`)
    await number.fill('')
    await slider.focus()
    await expect(number).toHaveValue(last)
  })
  await test.step('gives a policy the same mark in every part', async () => {
    const hueOf = async (region: string, name: string): Promise<string | null> =>
      page
        .getByRole('region', { name: region })
        .getByRole('listitem')
        .filter({ hasText: name })
        .locator('svg')
        .first()
        .getAttribute('data-hue')
    const hue = await hueOf('Context over requests', 'late')
    expect(hue).toBe('2')
    await page.getByRole('button', { name: 'Measure the policies in the list' }).click()
    // A chart is drawn once it is in sight.
    await page.getByRole('region', { name: 'Survival of the first facts' }).scrollIntoViewIfNeeded()
    expect(await hueOf('Survival of the first facts', 'late')).toBe(hue)
  })
  await test.step('keeps what is open and looked at when policies are played again', async () => {
    const played = page.getByRole('group', { name: 'Policies', exact: true })
    await played.getByRole('row', { name: /^late / }).click()
    await expect(page.getByRole('region', { name: 'Details of late' })).toBeVisible()
    const sweep = page.getByRole('region', { name: 'Sweep of thresholds' })
    await sweep.getByRole('combobox', { name: 'Figure of the sweep' }).click()
    await page.getByRole('option', { name: 'Condensations', exact: true }).click()
    await sweep.getByRole('button', { name: 'Table', exact: true }).click()
    await expect(sweep.getByRole('table')).toBeVisible()
    await openPolicies(page)
    await page.getByRole('button', { name: 'Remove exact' }).click()
    let answer = (): void => undefined
    const isAwaited = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/rpc/replay/run', async (route) => {
      const response = await route.fetch()
      await isAwaited
      await route.fulfill({ response })
    })
    await page.getByRole('button', { name: 'Play 3 policies' }).click()
    const table = page.getByRole('region', { name: 'Policies', exact: true })
    await expect(table.getByRole('row', { name: /^exact / })).toBeVisible()
    await page.getByRole('button', { name: 'Columns' }).click()
    await expect(page.getByLabel('Estimated')).toBeVisible()
    answer()
    await expect(table.getByRole('row', { name: /^exact / })).toHaveCount(0)
    await expect(page.getByLabel('Estimated')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Details of late' })).toBeVisible()
    await expect(sweep.getByRole('combobox', { name: 'Figure of the sweep' })).toHaveValue('Condensations')
    await expect(sweep.getByRole('table')).toBeVisible()
  })
  await test.step('shows what was played last after a reload, and what has changed since', async () => {
    await page.unroute('**/rpc/replay/run')
    await page.keyboard.press('Escape')
    const rows = await copiedTable(page, 'Policies')
    await reload(page)
    await expect(page.getByText(/^Played 2\d{3}-\d\d-\d\d \d\d:\d\d$/)).toBeVisible()
    await expect.poll(() => copiedTable(page, 'Policies')).toEqual(rows)
    await openContext(page)
    const side = page.getByRole('region', { name: 'Context of early' })
    await expect(side.getByText('summarised').first()).toBeVisible()
    await openPolicies(page)
    await page.getByRole('button', { name: 'Usual policies', exact: true }).click()
    await expect(page.getByText('The policies have changed since')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Restore that list' }).click()
    await expect(page.getByText('The policies have changed since')).toHaveCount(0)
    await openPolicies(page)
    await expect(page.getByRole('group', { name: 'Policy early' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('navigation', { name: 'Task' }).getByRole('link', { name: 'Messages' }).click()
    const messages = page.getByRole('listbox', { name: 'Messages' })
    const selected = messages.getByRole('option', { selected: true })
    await expect(selected).toBeVisible()
    await messages.press('p')
    await page.getByRole('navigation', { name: 'Task' }).getByRole('link', { name: 'Replay' }).click()
    // Of the replay and of the drift.
    const changed = page.getByText(/What these policies name has changed since.*Play again/)
    await expect(changed).toHaveCount(2)
    await play(page, 3)
    await expect(changed).toHaveCount(1)
  })
})

test('measures what is left after condensing again and again, by condensation, and keeps it', async ({
  page,
}) => {
  await test.step('leads from condensation to condensation in the chart of the drift, by keyboard and by pointer', async () => {
    await openReplay(page)
    await page.getByRole('textbox', { name: 'Condensations' }).fill('3')
    await page.getByRole('button', { name: 'Measure the usual policies' }).click()
    await expect(page.getByRole('region', { name: 'Results of the drift' })).toBeVisible()
    await expectAccessible(page)
    const region = page.getByRole('region', { name: 'Survival of the first facts' })
    const chart = region.getByRole('slider', { name: 'Survival of the first facts by condensation' })
    await expect(chart).toHaveAttribute('aria-valuenow', '3')
    const rows = await copiedTable(page, 'Survival of the first facts')
    const shareOf = (policy: string, condensation: string): string => {
      const row = rows.find((one) => one['Policy'] === policy && one['Condensation'] === condensation)
      return `${Math.round(100 * Number(row?.['Survival']))}\u202f%`
    }
    const legendOf = (policy: string) => region.getByRole('listitem').filter({ hasText: policy })
    await chart.focus()
    await page.keyboard.press('Home')
    await expect(chart).toHaveAttribute('aria-valuetext', /^Before the first condensation: Native 100.%; /)
    await page.keyboard.press('ArrowRight')
    await expect(chart).toHaveAttribute(
      'aria-valuetext',
      /^After condensation 1, before message \d+: Native /,
    )
    await expect(chart).toHaveAttribute('aria-valuetext', new RegExp(`Native ${shareOf('Native', '1')}; `))
    await expect(legendOf('Smart: Balanced')).toContainText(`${shareOf('Smart: Balanced', '1')}, `)
    await page.keyboard.press('End')
    await expect(chart).toHaveAttribute('aria-valuenow', '3')
    await expect(legendOf('Native')).toContainText(`${shareOf('Native', '3')}, half-life `)
    // Each policy has a mark at each condensation, and none covers another one.
    const places = await chart.locator('path[data-mark]').evaluateAll((marks) =>
      marks.map((mark) => {
        const { x, y, width, height } = mark.getBoundingClientRect()
        return { x: x + width / 2, y: y + height / 2 }
      }),
    )
    expect(places.length).toBeGreaterThanOrEqual(8)
    const covered = places.filter((one) =>
      places.some((other) => other !== one && Math.hypot(one.x - other.x, one.y - other.y) < 4),
    )
    expect(covered).toEqual([])
    // Brought into view by the click itself: what stands above may have grown since it was looked at.
    await chart
      .locator('svg')
      .first()
      .click({ position: { x: 90, y: 100 }, force: true })
    await expect(
      region.getByRole('paragraph').filter({ hasText: /^Before the first condensation$/ }),
    ).toBeVisible()
  })
  await test.step('measures what is left after condensing again and again', async () => {
    await page.getByRole('textbox', { name: 'Condensations' }).fill('1')
    await expect(page.getByRole('button', { name: 'Measure the usual policies' })).toBeDisabled()
    await page.getByRole('textbox', { name: 'Condensations' }).fill('3')
    await page.getByRole('button', { name: 'Measure the usual policies' }).click()
    const rows = await (async () => {
      await expect(page.getByRole('region', { name: 'Results of the drift' })).toBeVisible()
      return copiedTable(page, 'Survival of the first facts')
    })()
    expect(new Set(rows.map((row) => row['Condensation']))).toEqual(new Set(['1', '2', '3']))
    for (const row of rows) expect(Number(row['Survival'])).toBeLessThanOrEqual(1)
    await reload(page)
    await expect(page.getByText(/^Measured 2\d{3}-/)).toBeVisible()
    await expect.poll(() => copiedTable(page, 'Survival of the first facts')).toEqual(rows)
    await expect(page.getByRole('textbox', { name: 'Condensations' })).toHaveValue('3')
  })
})

test('plays the usual policies accessibly, and sweeps thresholds', async ({ page }) => {
  test.slow()
  await test.step('the table of policies keeps what one came for in sight, and hints at more', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await openReplay(page)
    await openPolicies(page)
    await expect(page.locator('.monaco-editor').getByText('native-28').first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Sweep', exact: true }).click()
    const sweep = page.getByRole('dialog', { name: 'Sweep thresholds' })
    await expect(sweep).toBeVisible()
    await expectAccessible(page, sweep)
    await page.keyboard.press('Escape')
    await play(page, 6)
    const table = page.getByRole('group', { name: 'Policies', exact: true })
    await expect(table.getByRole('columnheader', { name: 'Breaks even after' })).toBeInViewport({ ratio: 1 })
    const frame = table.locator('..')
    await expect(frame).toHaveAttribute('data-right', 'false')
    await page.getByRole('button', { name: 'Columns' }).click()
    for (const name of ['Estimated', 'To played', 'Read (tok)']) await page.getByLabel(name).check()
    await page.keyboard.press('Escape')
    await expect(frame).toHaveAttribute('data-right', 'true')
    await table.evaluate((element) => element.scrollTo(element.scrollWidth, 0))
    await expect(frame).toHaveAttribute('data-right', 'false')
    await expect(table.getByRole('columnheader', { name: 'Policy' })).toBeInViewport({ ratio: 1 })
    const chart = page.getByRole('region', { name: 'Cost against quality' })
    await expect(chart).not.toBeInViewport()
    await table.hover()
    // A wheel at rest goes on with the page; one that is still turning stays with the table. Steps are lower than the chart.
    await expect(async () => {
      await page.mouse.wheel(0, 200)
      await expect(chart).toBeInViewport({ timeout: 500 })
    }).toPass()
  })
  await test.step('every part of Replay is accessible', async () => {
    await page.getByText('Reasons, prices and cache').click()
    await expectAccessible(page)
    await openContext(page)
    await expect(page.getByRole('option').first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'When to condense' }).click()
    await expect(page.getByRole('heading', { name: 'When to condense', level: 1 })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: /^Replay of / }).click()
  })
  await test.step('plays the usual policies, and says where nothing condensed', async () => {
    const agreement = page.getByRole('region', { name: 'Agreement with the record' })
    await expect(agreement).toContainText(/Replay error[−+]?0\.\d/)
    await expect(agreement).toContainText(/Cheapest policy[A-Z][a-z ]+at \d+k tok, \$\d/)
    const sizes = ['56k', '84k', '100k'].map((size) => `Native at ${size} tok`)
    for (const name of ['Never condensing', ...sizes, 'Lossless at 84k tok', 'Smart at 84k tok'])
      await expect(page.getByRole('row', { name: new RegExp(`^${name} `) })).toBeVisible()
    await openPolicies(page)
    await openYaml(page, 'policies: [{ id: none }, { id: huge, provider: native, window: 1000000 }]')
    await expect(page.getByText('The policies have changed since')).toBeVisible()
    await play(page, 2)
    await expect(page.getByText(/No policy condensed: the context never exceeded/)).toBeVisible()
    await page.getByRole('link', { name: 'Give the policies a smaller window or threshold' }).click()
    await page.getByRole('button', { name: 'Window of all' }).click()
    await page.getByRole('menuitem', { name: '64,000 tok' }).click()
    await play(page, 2)
    await expect(page.getByRole('region', { name: 'Details of huge' })).toContainText(/\d condensation/)
  })
  await test.step('makes policies by a sweep, and draws them against their thresholds', async () => {
    await openPolicies(page)
    await page.getByRole('button', { name: 'Usual policies', exact: true }).click()
    await page.getByRole('button', { name: 'Sweep', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Sweep thresholds' })
    await dialog.getByLabel('in steps of').fill('50')
    await dialog.getByRole('checkbox', { name: '128,000' }).check()
    await dialog.getByRole('button', { name: 'Replace the policies' }).click()
    await expect(page.getByRole('group', { name: 'Policy native-128k-50' })).toBeVisible()
    await play(page, 9)
    const rows = await copiedTable(page, 'Sweep of thresholds')
    expect(rows).toHaveLength(8)
    expect(new Set(rows.map((row) => row['Sweep']))).toEqual(
      new Set(['Native 128k', 'Native 200k', 'Lossless 128k', 'Lossless 200k']),
    )
    await expect(page.getByRole('group', { name: 'Policies in the charts' }).getByRole('button')).toHaveCount(
      9,
    )
  })
})
