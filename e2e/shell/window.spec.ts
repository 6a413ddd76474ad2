import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { sampleFolder } from '../fixtures/folders.ts'
import { homeEnvironment } from '../fixtures/plain-environment.ts'
import { connectContract } from './contract-client.ts'
import { expect, test } from './desktop.ts'
import { electronPath, launchCommand } from './launch-command.ts'

test.describe('at its first start', () => {
  test.use({ isOwnApp: true, isFirstStart: true })

  test('the window opens on Home, speaks of the sample, and ends the app when it is closed', async ({
    desktop,
  }) => {
    const runtime =
      electronPath === undefined
        ? 'on the stand-in in Chromium, because the Electron runtime is not installed'
        : `in Electron (${electronPath})`
    // The gate passes lines of this form on.
    process.stdout.write(`note: the desktop shell ran ${runtime}\n`)
    await expect(desktop.page).toHaveTitle(/Dewpoint/)
    await expect(desktop.page.getByText(/sample/i).first()).toBeVisible()
    // Apps stay open without a window there.
    if (process.platform === 'darwin') return
    await desktop.inMain(({ BrowserWindow }) => {
      // After the answer: the window takes the way of this message with it.
      setTimeout(() => BrowserWindow.getAllWindows()[0]?.close(), 50)
    }, null)
    expect(await desktop.ended()).toBe(0)
  })
})

test('the page has the one bridge, which answers calls, streams runs, brings problems and outlives a reload', async ({
  desktop,
}) => {
  await test.step('the page has the one bridge and no other way out', async () => {
    const found = await desktop.page.evaluate(() => ({
      bridge: Object.keys((window as unknown as { dewpoint: object }).dewpoint).toSorted(),
      node: ['require', 'process', 'module', 'Buffer', 'global', 'ipcRenderer', 'electron'].filter(
        (name) => name in window,
      ),
    }))
    expect(found).toEqual({
      bridge: ['door', 'dragOut', 'grantForFile', 'onCommand', 'openFolder', 'savePdf'],
      node: [],
    })
  })
  await test.step('the bridge answers a call of the contract', async () => {
    const client = await connectContract(desktop.page)
    expect(await client.app.info()).toMatchObject({ door: 'desktop' })
    const tasks = await client.tasks.list()
    expect(tasks.some((task) => task.isSample)).toBe(true)
  })
  await test.step('the bridge streams a run', async () => {
    const client = await connectContract(desktop.page)
    const sample = (await client.tasks.list()).find(({ isSample }) => isSample)
    const [provider] = await client.providers.list()
    const { id: runId } = await client.runs.start({
      taskId: sample?.id ?? '',
      providerId: provider?.id ?? '',
    })
    const kinds: string[] = []
    for await (const event of await client.runs.watch({ runId })) kinds.push(event.kind)
    expect(kinds.at(-1)).toBe('finished')
  })
  await test.step('a failure arrives as a problem that says what and what to do', async () => {
    const client = await connectContract(desktop.page)
    const attempt = client.tasks.open({ kind: 'path', path: sampleFolder })
    await expect(attempt).rejects.toMatchObject({ code: 'PROBLEM', data: { code: 'not-allowed' } })
  })
  await test.step('menu items reach the page', async () => {
    await desktop.inMain(({ Menu }) => {
      type Item = { label?: string; submenu?: unknown; click?: (...args: unknown[]) => void }
      const itemsOf = (menu: unknown): Item[] =>
        (Array.isArray(menu) ? menu : ((menu as { items?: Item[] } | undefined)?.items ?? [])) as Item[]
      const items = itemsOf(Menu.getApplicationMenu()).flatMap((item) => itemsOf(item.submenu))
      items.find((item) => item.label === 'Activity')?.click?.()
    }, null)
    await expect(desktop.page).toHaveURL(/#\/activity$/)
  })
  await test.step('the page comes back after a reload, with its bridge', async () => {
    await desktop.page.reload()
    const client = await connectContract(desktop.page)
    expect(await client.app.info()).toMatchObject({ door: 'desktop' })
  })
})

test.describe('launched with a link', () => {
  test.use({ isOwnApp: true, launchArguments: ['dewpoint://settings'] })

  test('the window opens where it leads, and a second launch hands its folder to the first and ends', async ({
    desktop,
    shellOptions,
  }) => {
    await expect(desktop.page).toHaveURL(/#\/settings$/)
    const [command, ...args] = launchCommand({ ...shellOptions, args: [sampleFolder] })
    const second = spawn(command, args, { env: homeEnvironment(shellOptions.homeFolder), stdio: 'ignore' })
    const [code] = (await once(second, 'exit')) as [number | null]
    expect(code).toBe(0)
    await expect(desktop.page).toHaveURL(/#\/task\/[^/]+\/messages$/)
  })
})

test.describe('launched with a file in place of its data', () => {
  test.use({ isOwnApp: true, isFirstStart: true })

  test('a data folder that cannot be used ends the app with a sentence', async ({ shellOptions }) => {
    test.skip(
      electronPath !== undefined && process.platform !== 'linux',
      'elsewhere a dialog waits for a person',
    )
    await writeFile(shellOptions.dataFolder, 'a file stands in its place')
    const [command, ...args] = launchCommand(shellOptions)
    const child = spawn(command, args, {
      env: homeEnvironment(shellOptions.homeFolder),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let errors = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
    const [code] = (await once(child, 'close')) as [number | null]
    expect(code).toBe(1)
    expect(errors).toContain('Dewpoint could not start')
    expect(errors).not.toMatch(/^\s+at /m)
  })
})
