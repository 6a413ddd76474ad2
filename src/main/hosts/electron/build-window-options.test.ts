import { describe, expect, it } from 'vitest'
import { buildWindowOptions, restorePlace } from './build-window-options.ts'

describe('the window', () => {
  const options = buildWindowOptions({
    preload: '/app/preload.cjs',
    bounds: { width: 1200, height: 800 },
    isDark: false,
  })

  it.each([
    ['sandbox', true],
    ['contextIsolation', true],
    ['webSecurity', true],
    ['nodeIntegration', false],
    ['nodeIntegrationInWorker', false],
    ['nodeIntegrationInSubFrames', false],
    ['allowRunningInsecureContent', false],
    ['experimentalFeatures', false],
    ['webviewTag', false],
    ['navigateOnDragDrop', false],
  ] as const)('has %s %s', (name, value) => {
    expect(options.webPreferences?.[name]).toBe(value)
  })

  it('stays hidden until the page can be shown', () => {
    expect(options.show).toBe(false)
  })

  it('is as dark as the system before the page draws', () => {
    const dark = buildWindowOptions({ preload: '', bounds: {}, isDark: true })
    expect(dark.backgroundColor).not.toBe(options.backgroundColor)
  })
})

describe('restorePlace', () => {
  const screen = { x: 0, y: 0, width: 1920, height: 1080 }

  it('puts the window where it was', () => {
    const bounds = { x: 100, y: 50, width: 1000, height: 700 }
    expect(restorePlace(bounds, [screen]).bounds).toEqual(bounds)
  })

  it('leaves the place to the system when that screen is gone', () => {
    const bounds = { x: 2500, y: 50, width: 1000, height: 700 }
    expect(restorePlace(bounds, [screen]).bounds).toEqual({ width: 1000, height: 700 })
    expect(restorePlace(bounds, [screen, { ...screen, x: 1920 }]).bounds).toEqual(bounds)
  })

  it('leaves the place to the system when the title bar would be out of reach', () => {
    expect(restorePlace({ x: 0, y: -300, width: 1000, height: 700 }, [screen]).bounds).not.toHaveProperty('y')
    expect(restorePlace({ x: 0, y: 1060, width: 1000, height: 700 }, [screen]).bounds).not.toHaveProperty('y')
  })

  it('never makes the window smaller than its least size', () => {
    expect(restorePlace({ x: 0, y: 0, width: 10, height: 10 }, [screen]).bounds).toMatchObject({
      width: 900,
      height: 600,
    })
  })

  it('fills the screen again where it did', () => {
    const bounds = { x: 100, y: 50, width: 1000, height: 700 }
    expect(restorePlace({ ...bounds, isMaximized: true }, [screen])).toEqual({ bounds, isMaximized: true })
    expect(restorePlace(bounds, [screen]).isMaximized).toBe(false)
  })

  it.each([
    undefined,
    null,
    'x',
    {},
    { x: 0, y: 0, width: '1', height: 2 },
    { x: 0, y: 0, width: -1, height: 2 },
  ])('takes the usual size where %j was kept', (remembered) => {
    expect(restorePlace(remembered, [screen]).bounds).toEqual({ width: 1440, height: 920 })
  })
})
