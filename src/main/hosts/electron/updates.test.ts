import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createUpdateCheck } from './updates.ts'

let resourcesPath = ''
beforeEach(() => {
  resourcesPath = mkdtempSync(join(tmpdir(), 'dewpoint-updates-'))
})
afterEach(() => rmSync(resourcesPath, { recursive: true, force: true }))

const nameFeed = (): void => writeFileSync(join(resourcesPath, 'app-update.yml'), 'provider: generic\n')

function setup({ answers = [], isNewer = true }: { answers?: number[]; isNewer?: boolean } = {}) {
  const updater = {
    autoDownload: true,
    autoInstallOnAppQuit: true,
    checkForUpdates: vi.fn<() => Promise<object>>(async () => ({
      isUpdateAvailable: isNewer,
      updateInfo: { version: '9.1.0' },
    })),
    downloadUpdate: vi.fn<() => Promise<string[]>>(async () => []),
    quitAndInstall: vi.fn<() => void>(),
  }
  const showMessageBox = vi.fn<(options: { message: string }) => Promise<{ response: number }>>(async () => ({
    response: answers.shift() ?? 1,
  }))
  const showErrorBox = vi.fn<(title: string, text: string) => void>()
  const load = vi.fn<() => Promise<never>>(async () => updater as never)
  const dialog = { showMessageBox, showErrorBox } as never
  const create = (isPackaged = true) => createUpdateCheck({ resourcesPath, isPackaged, dialog, load })
  return {
    create,
    load,
    updater,
    showErrorBox,
    said: () => showMessageBox.mock.calls.map(([options]) => options.message),
  }
}

describe('updates', () => {
  it.each([
    ['a packaged app without a feed', true, false],
    ['a checkout, feed or not', false, true],
  ])('cannot be asked for in %s', (_what, isPackaged, hasFeed) => {
    if (hasFeed) nameFeed()
    expect(setup().create(isPackaged)).toBeUndefined()
  })

  it('load nothing and ask nobody until somebody wants to know', () => {
    nameFeed()
    const { create, load } = setup()
    expect(create()).toBeTypeOf('function')
    expect(load).not.toHaveBeenCalled()
  })

  it('say that there is none', async () => {
    nameFeed()
    const { create, updater, said } = setup({ isNewer: false })
    await create()?.()
    expect(said()).toEqual(['Dewpoint is up to date.'])
    expect(updater.downloadUpdate).not.toHaveBeenCalled()
  })

  it.each([
    [[1], 0, 0],
    [[0, 1], 1, 0],
    [[0, 0], 1, 1],
  ])('are downloaded and installed as somebody agrees: %j', async (answers, downloads, installs) => {
    nameFeed()
    const { create, updater } = setup({ answers })
    await create()?.()
    expect(updater).toMatchObject({ autoDownload: false, autoInstallOnAppQuit: false })
    expect(updater.downloadUpdate).toHaveBeenCalledTimes(downloads)
    expect(updater.quitAndInstall).toHaveBeenCalledTimes(installs)
  })

  it('say why they failed, and can be asked for again', async () => {
    nameFeed()
    const { create, updater, showErrorBox } = setup({ isNewer: false })
    const check = create()
    updater.checkForUpdates.mockRejectedValueOnce(new Error('no route to host'))
    await check?.()
    expect(showErrorBox).toHaveBeenCalledWith('The update failed', 'no route to host')
    await check?.()
    expect(updater.checkForUpdates).toHaveBeenCalledTimes(2)
  })
})
