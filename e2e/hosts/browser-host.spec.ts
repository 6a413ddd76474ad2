import { spawn } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { sessionHeader } from '../../src/shared/library/session-header-contract.ts'
import { expect, test } from '../fixtures/app.ts'
import { startBrowserHost } from '../fixtures/browser-host.ts'
import { outFolder, sampleFolder } from '../fixtures/folders.ts'
import { nodePath } from '../fixtures/node-path.ts'
import { plainEnvironment } from '../fixtures/plain-environment.ts'

/** A call of the contract as the page sends it; the answer's status and body. */
function call(page: Page, method: string, input?: unknown): Promise<{ status: number; json: unknown }> {
  return page.evaluate(
    async ({ method, body, key }) => {
      const response = await fetch(`/rpc/${method}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', [key]: localStorage.getItem(key) ?? '' },
        body,
      })
      const { json } = (await response.json()) as { json: unknown }
      return { status: response.status, json }
    },
    { method, body: JSON.stringify({ json: input }), key: sessionHeader },
  )
}

test('the page and its tabs share one session, and strangers, other sites and taken ports are told so', async ({
  page,
  host,
  context,
  browser,
  folders,
}) => {
  await test.step('reloading and more tabs go on with the same session, without an error or a broken rule of the policy', async () => {
    await expect(page.getByText(/sample/i).first()).toBeVisible()
    await page.reload()
    await expect(page.getByText(/sample/i).first()).toBeVisible()
    const tab = await context.newPage()
    const faults: string[] = []
    tab.on('pageerror', (error) => faults.push(error.message))
    tab.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text())
    })
    await tab.goto(host.address)
    await expect(tab.getByText(/sample/i).first()).toBeVisible()
    expect(faults).toEqual([])
    await tab.close()
  })
  await test.step('the session answers to its own page only', async () => {
    await expect(page.getByText(/sample/i).first()).toBeVisible()
    const url = `${host.origin}/rpc/app/info`
    const half = await page.evaluate((key) => localStorage.getItem(key) ?? '', sessionHeader)
    const from = async (more: Record<string, string>) => {
      const headers = { [sessionHeader]: half, ...more }
      return (await page.request.post(url, { headers, data: {}, failOnStatusCode: false })).status()
    }
    expect(await from({ origin: host.origin })).toBe(200)
    expect(await from({ origin: host.origin, [sessionHeader]: '' })).toBe(401)
    expect(await from({ origin: 'https://evil.example' })).toBe(403)
    expect(await from({ origin: 'http://127.0.0.1:1' })).toBe(403)
    expect(await from({ origin: host.origin, host: 'evil.example' })).toBe(403)
  })
  await test.step('another site that knows the address gets no answer', async () => {
    await expect(page.getByText(/sample/i).first()).toBeVisible()
    const evil = await context.newPage()
    await evil.route('https://evil.example/', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>evil</title>' }),
    )
    await evil.goto('https://evil.example/')
    const outcome = await evil.evaluate(
      (url) =>
        fetch(url, { method: 'POST', credentials: 'include', body: '{}' }).then(
          (response) => `read ${response.status}`,
          () => 'blocked',
        ),
      `${host.origin}/rpc/app/info`,
    )
    expect(outcome).toBe('blocked')
    await evil.close()
  })
  await test.step('a browser without the token sees nothing and is told what to do', async () => {
    const stranger = await browser.newPage()
    await stranger.goto(host.origin)
    await expect(stranger.getByText(/address/i).first()).toBeVisible()
    await expect(stranger.getByText(/sample/i)).toHaveCount(0)
    await stranger.close()
  })
  await test.step('a second browser needs the new address that the host prints', async () => {
    await expect(page.getByText(/sample/i).first()).toBeVisible()
    const other = await browser.newPage()
    const asked = host.nextAddress()
    await other.goto(host.address)
    await other.goto(await asked)
    await expect(other.getByText(/sample/i).first()).toBeVisible()
    await other.reload()
    await expect(other.getByText(/sample/i).first()).toBeVisible()
    await other.close()
  })
  await test.step('a session that ends keeps what is on the page, and goes on with a new address', async () => {
    await page.goto(`${host.origin}/#/settings`)
    await expect(page.getByRole('heading', { name: 'Settings' }).first()).toBeVisible()
    const cookies = await context.cookies()
    await context.clearCookies()
    const library = page.getByRole('link', { name: 'Library' }).first()
    const dialog = page.getByRole('dialog', { name: 'The session has ended' })
    // The page may ask for something by itself before anybody clicks.
    await expect(async () => {
      if (await dialog.isHidden()) await library.click({ timeout: 1_000 })
      await expect(dialog).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByRole('alert')).toContainText('does not open a session')
    const asked = host.nextAddress()
    const other = await browser.newPage()
    await other.goto(host.address)
    await other.close()
    await dialog.getByLabel('Address').fill(await asked)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog).toBeHidden()
    await library.click()
    await expect(page.getByText(/sample/i).first()).toBeVisible()
    expect(await context.cookies()).not.toEqual(cookies)
  })
  await test.step('a taken port is one line that says what to do', async () => {
    const args = [
      'serve',
      '--no-open',
      '--port',
      new URL(host.origin).port,
      '--data',
      join(folders.data, 'other'),
    ]
    const child = spawn(nodePath, [join(outFolder, 'main', 'cli.js'), ...args], {
      env: plainEnvironment({}),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let errors = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
    const code = await new Promise((resolve) => child.once('close', resolve))
    expect(code).toBe(2)
    expect(errors).toMatch(/^[^\n]*already in use[^\n]*--port[^\n]*\n$/)
  })
})

test.describe('with a folder named on the command line', () => {
  test.use({ namedFolders: [sampleFolder] })

  test('tasks open from the home and that folder, and from nowhere else', async ({ page, folders }) => {
    await test.step('the folder browser shows the home and that folder, and of what lies above the folders alone', async () => {
      await mkdir(join(folders.home, 'inner'))
      const home = await call(page, 'folders/list', { path: folders.home })
      expect(home).toMatchObject({ status: 200, json: { entries: [{ name: 'inner', isFolder: true }] } })
      expect(await call(page, 'folders/list', { path: sampleFolder })).toMatchObject({ status: 200 })
      for (const path of [join(folders.home, '..'), '/', join(sampleFolder, '..')]) {
        const closed = await call(page, 'folders/list', { path })
        expect(closed).toMatchObject({ status: 200, json: { isAllowed: false } })
      }
    })
    await test.step('tasks open from there and from nowhere else', async () => {
      expect(await call(page, 'tasks/open', { kind: 'path', path: sampleFolder })).toMatchObject({
        status: 200,
      })
      const refused = await call(page, 'tasks/open', { kind: 'path', path: '/etc/hosts' })
      expect(refused).toMatchObject({ status: 422, json: { data: { code: 'not-allowed' } } })
    })
  })
})

test.describe('in a process of its own', () => {
  test.use({ isOwnProcess: true })

  test('what was reported done outlives a kill, and Ctrl+C ends it cleanly', async ({
    page,
    host,
    folders,
  }) => {
    await test.step('the page opens on the sample and leaves no token in the address', async () => {
      await expect(page.getByText(/sample/i).first()).toBeVisible()
      expect(page.url()).not.toContain('token')
    })
    await test.step('a run that was reported done is there after the process was killed', async () => {
      const { json: tasks } = (await call(page, 'tasks/list')) as { json: { id: string }[] }
      const { json: run } = await call(page, 'runs/start', { taskId: tasks[0]?.id, providerId: 'lossless' })
      const { id: runId } = run as { id: string }
      await expect
        .poll(async () => (await call(page, 'runs/get', { runId })).json)
        .toMatchObject({ status: 'condensed' })
      await host.stop('SIGKILL')
      const again = await startBrowserHost({ dataFolder: folders.data, homeFolder: folders.home })
      await page.goto(again.address)
      await expect(page.getByText(/sample/i).first()).toBeVisible()
      const { json: runs } = await call(page, 'runs/list', {})
      expect(runs).toMatchObject([{ id: runId, status: 'condensed' }])
      expect([0, 130]).toContain(await again.stop('SIGINT'))
    })
  })
})
