import { EventEmitter } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import { confine, isOutsideLink } from './navigation.ts'

type OpenHandler = (details: { url: string }) => { action: string }

function confinedContents(address: string) {
  const emitter = new EventEmitter()
  const openOutside = vi.fn<(address: string) => void>()
  let handler: OpenHandler = () => ({ action: 'allow' })
  const contents = {
    getURL: () => address,
    on: emitter.on.bind(emitter),
    setWindowOpenHandler: (given: OpenHandler) => {
      handler = given
    },
  }
  // Only the three members that `confine` asks for are there.
  confine(contents as never, openOutside)
  return { emitter, openOutside, open: (url: string) => handler({ url }) }
}

describe('navigation', () => {
  it.each([
    ['will-frame-navigate', { url: 'https://example.org/', isMainFrame: true }],
    ['will-frame-navigate', { url: 'app://dewpoint/assets/a.js', isMainFrame: true }],
    ['will-frame-navigate', { url: 'app://dewpoint/index.html', isMainFrame: false }],
    ['will-frame-navigate', { url: 'app://dewpoint/index.html.evil', isMainFrame: true }],
    ['will-redirect', { url: 'https://example.org/', isMainFrame: true }],
    ['will-attach-webview', {}],
  ])('is prevented on %s of %j', (name, details) => {
    const preventDefault = vi.fn<() => void>()
    confinedContents('app://dewpoint/').emitter.emit(name, { ...details, preventDefault })
    expect(preventDefault).toHaveBeenCalledOnce()
  })

  it('lets the page load itself again', () => {
    const event = {
      url: 'app://dewpoint/index.html#/library',
      isMainFrame: true,
      preventDefault: vi.fn<() => void>(),
    }
    confinedContents('app://dewpoint/').emitter.emit('will-frame-navigate', event)
    expect(event.preventDefault).not.toHaveBeenCalled()
  })

  it.each(['https://example.org/', 'app://dewpoint/', 'file:///etc/passwd', 'javascript:alert(1)'])(
    'opens no window for %s',
    (url) => {
      expect(confinedContents('app://dewpoint/').open(url)).toEqual({ action: 'deny' })
    },
  )

  it('hands web links of the page to the system', () => {
    const { open, openOutside } = confinedContents('app://dewpoint/')
    open('https://example.org/a')
    expect(openOutside).toHaveBeenCalledExactlyOnceWith('https://example.org/a')
  })

  it.each([
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'ms-settings:',
    'smb://host/x',
    'not a url',
  ])('hands %s to nobody', (url) => {
    const { open, openOutside } = confinedContents('app://dewpoint/')
    open(url)
    expect(isOutsideLink(url)).toBe(false)
    expect(openOutside).not.toHaveBeenCalled()
  })

  it('hands links of a foreign page to nobody', () => {
    const { open, openOutside } = confinedContents('https://evil.example/')
    open('https://example.org/')
    expect(openOutside).not.toHaveBeenCalled()
  })
})
