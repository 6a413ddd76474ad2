import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { DesktopBridge } from '../../src/shared/api/desktop-bridge.ts'
import { sampleFolder } from '../fixtures/folders.ts'
import { connectContract } from './contract-client.ts'
import { expect, test } from './desktop.ts'
import type { Shell } from './shell.ts'

type BridgedWindow = { readonly dewpoint: DesktopBridge<File> }

/** What the person would choose in the folder dialog; null closes it. */
function choose(desktop: Shell, folder: string | null): Promise<void> {
  return desktop.inMain(({ dialog }, path) => {
    dialog.showOpenDialog = async () => ({ canceled: path === null, filePaths: path === null ? [] : [path] })
  }, folder)
}

function openFolder(page: Page): Promise<string | null> {
  return page.evaluate(() => (window as unknown as BridgedWindow).dewpoint.openFolder())
}

declare global {
  interface Window {
    testGrant: Promise<string | null>
  }
}

/** Lets the person drop a file or folder on the window, as the system does it; a grant for what arrives. */
async function grantForDropped(page: Page, path: string): Promise<string | null> {
  // In place before anything is dropped, and before the page takes the drop for itself.
  await page.evaluate(() => {
    const { promise, resolve, reject } = Promise.withResolvers<string | null>()
    window.testGrant = promise
    window.addEventListener('dragover', (event) => event.preventDefault(), { capture: true })
    window.addEventListener(
      'drop',
      (event) => {
        event.preventDefault()
        event.stopImmediatePropagation()
        const file = event.dataTransfer?.files[0]
        if (file === undefined) reject(new Error('Nothing was dropped.'))
        else resolve((window as unknown as BridgedWindow).dewpoint.grantForFile(file))
      },
      { capture: true, once: true },
    )
  })
  await drop(page, path)
  return page.evaluate(() => window.testGrant)
}

async function drop(page: Page, path: string): Promise<void> {
  // A drop is aimed at what is painted.
  await expect(page.getByRole('main')).toBeVisible()
  const devTools = await page.context().newCDPSession(page)
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devTools.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data })
  }
  await devTools.detach()
}

test('what is chosen or dropped opens by its grant, once, whose path the page never learns; nothing else grants anything', async ({
  desktop,
}) => {
  await test.step('a chosen folder opens once by its grant', async () => {
    await choose(desktop, sampleFolder)
    const token = (await openFolder(desktop.page)) ?? ''
    const client = await connectContract(desktop.page)
    const { tasks } = await client.tasks.open({ kind: 'grant', token })
    expect(tasks[0]?.path).toBe(sampleFolder)
    await expect(client.tasks.open({ kind: 'grant', token })).rejects.toMatchObject({
      data: { code: 'not-allowed' },
    })
  })
  await test.step('the page never learns the path that was chosen', async () => {
    await choose(desktop, sampleFolder)
    expect(await openFolder(desktop.page)).toMatch(/^[\w-]{43}$/)
  })
  await test.step('a dialog that is closed grants nothing', async () => {
    await choose(desktop, null)
    expect(await openFolder(desktop.page)).toBeNull()
  })
  await test.step('a file that the page made itself has no place and gets no grant', async () => {
    const token = await desktop.page.evaluate(() =>
      (window as unknown as BridgedWindow).dewpoint.grantForFile(new File(['[]'], '/etc/passwd')),
    )
    expect(token).toBeNull()
  })
  await test.step('a token that was made up opens nothing', async () => {
    const client = await connectContract(desktop.page)
    const attempt = client.tasks.open({ kind: 'grant', token: sampleFolder })
    await expect(attempt).rejects.toMatchObject({ data: { code: 'not-allowed' } })
  })
  await test.step('a dropped folder and a dropped file open by their grants', async () => {
    const client = await connectContract(desktop.page)
    for (const path of [sampleFolder, join(sampleFolder, 'api_conversation_history.json')]) {
      const token = (await grantForDropped(desktop.page, path)) ?? ''
      const { tasks } = await client.tasks.open({ kind: 'grant', token })
      expect(tasks[0]?.path).toBe(path)
    }
  })
})

test.describe('through the page itself', () => {
  test.use({ isOwnApp: true, launchArguments: [sampleFolder] })

  const title = 'Rename the colour of the dew'

  /** A task folder with one message, whose title nothing else has. */
  async function writeTask(homeFolder: string, title: string): Promise<string> {
    const folder = join(homeFolder, title)
    await mkdir(folder)
    const messages = [{ role: 'user', content: [{ type: 'text', text: `<task>\n${title}\n</task>` }] }]
    await writeFile(join(folder, 'api_conversation_history.json'), JSON.stringify(messages))
    return folder
  }

  test('a folder that is named at the launch opens, one that the dialog names, and one that is dropped', async ({
    desktop,
    shellOptions,
  }) => {
    await test.step('a folder that is named at the launch opens on its messages', async () => {
      await expect(desktop.page).toHaveURL(/#\/task\/[^/]+\/messages$/)
      await desktop.page.getByRole('link', { name: 'Library' }).first().click()
    })
    await test.step('a folder that the dialog names opens', async () => {
      await choose(desktop, await writeTask(shellOptions.homeFolder, title))
      await desktop.page
        .getByRole('button', { name: /open folder/i })
        .first()
        .click()
      await expect(desktop.page.getByText(title).first()).toBeVisible()
    })
    await test.step('a folder that is dropped opens', async () => {
      await desktop.page.getByRole('link', { name: 'Library' }).first().click()
      await expect(desktop.page.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible()
      const folder = await writeTask(shellOptions.homeFolder, 'Rename the colour of the frost')
      await drop(desktop.page, folder)
      await expect(desktop.page.getByText('Rename the colour of the frost').first()).toBeVisible()
    })
  })
})
