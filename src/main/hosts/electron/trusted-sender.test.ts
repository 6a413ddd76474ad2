import { describe, expect, it } from 'vitest'
import { isTrustedSender } from './trusted-sender.ts'

describe('isTrustedSender', () => {
  it('trusts the page in the main frame', () => {
    expect(isTrustedSender({ url: 'app://dewpoint/index.html#/library', parent: null })).toBe(true)
  })

  it.each([
    ['a frame inside the page', { url: 'app://dewpoint/index.html', parent: {} }],
    ['another page', { url: 'https://evil.example/', parent: null }],
    ['an empty page', { url: 'about:blank', parent: null }],
    ['a frame without an address', { url: '', parent: null }],
    ['a frame that is gone', null],
  ])('does not trust %s', (_what, frame) => {
    expect(isTrustedSender(frame)).toBe(false)
  })
})
