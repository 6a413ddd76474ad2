import { describe, expect, it } from 'vitest'
import { restoreBounds, buildWindowOptions } from './build-window-options.ts'

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

describe('restoreBounds', () => {
  const screen = { x: 0, y: 0, width: 1920, height: 1080 }

  it('puts the window where it was', () => {
    const bounds = { x: 100, y: 50, width: 1000, height: 700 }
    expect(restoreBounds(bounds, [screen])).toEqual(bounds)
  })

  it('leaves the place to the system when that screen is gone', () => {
    const bounds = { x: 2500, y: 50, width: 1000, height: 700 }
    expect(restoreBounds(bounds, [screen])).toEqual({ width: 1000, height: 700 })
    expect(restoreBounds(bounds, [screen, { ...screen, x: 1920 }])).toEqual(bounds)
  })

  it('leaves the place to the system when the title bar would be out of reach', () => {
    expect(restoreBounds({ x: 0, y: -300, width: 1000, height: 700 }, [screen])).not.toHaveProperty('y')
    expect(restoreBounds({ x: 0, y: 1060, width: 1000, height: 700 }, [screen])).not.toHaveProperty('y')
  })

  it('never makes the window smaller than its least size', () => {
    expect(restoreBounds({ x: 0, y: 0, width: 10, height: 10 }, [screen])).toMatchObject({
      width: 900,
      height: 600,
    })
  })

  it.each([
    undefined,
    null,
    'x',
    {},
    { x: 0, y: 0, width: '1', height: 2 },
    { x: 0, y: 0, width: -1, height: 2 },
  ])('takes the usual size where %j was kept', (remembered) => {
    expect(restoreBounds(remembered, [screen])).toEqual({ width: 1440, height: 920 })
  })
})
