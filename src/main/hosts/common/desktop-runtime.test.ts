import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { explainDesktopObstacle, findDesktopRuntime } from './desktop-runtime.ts'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dewpoint-runtime-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

describe('findDesktopRuntime', () => {
  it('finds nothing in a package whose runtime was never fetched', () => {
    expect(findDesktopRuntime(folder)).toBeUndefined()
  })

  it('finds nothing when the path is written down but the file is gone', async () => {
    await writeFile(join(folder, 'path.txt'), 'electron')
    expect(findDesktopRuntime(folder)).toBeUndefined()
  })

  it('finds the executable that path.txt names', async () => {
    await mkdir(join(folder, 'dist'))
    await writeFile(join(folder, 'dist', 'electron'), '')
    await writeFile(join(folder, 'path.txt'), 'electron')
    expect(findDesktopRuntime(folder)).toBe(join(folder, 'dist', 'electron'))
  })
})

describe('desktopObstacle', () => {
  it.each([
    [{ platform: 'linux', env: {}, userId: 1000 }, 'this machine has no display'],
    [{ platform: 'linux', env: { DISPLAY: ':0' }, userId: 0 }, 'the desktop app does not run as root'],
    [{ platform: 'linux', env: { DISPLAY: ':0' }, userId: 1000 }, undefined],
    [{ platform: 'linux', env: { WAYLAND_DISPLAY: 'wayland-0' }, userId: 1000 }, undefined],
    [{ platform: 'darwin', env: {}, userId: 0 }, undefined],
    [{ platform: 'win32', env: {} }, undefined],
  ])('on %j is %s', (machine, obstacle) => {
    expect(explainDesktopObstacle(machine)).toBe(obstacle)
  })
})
