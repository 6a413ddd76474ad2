import { describe, expect, it } from 'vitest'
import { isPageAddress, pageAddress } from './page-address.ts'

describe('isPageAddress', () => {
  it.each([
    pageAddress,
    'app://dewpoint/',
    'app://dewpoint/index.html#/library',
    'app://dewpoint/assets/a.js',
  ])('knows %s', (address) => {
    expect(isPageAddress(address)).toBe(true)
  })

  it.each([
    '',
    'about:blank',
    'https://dewpoint/',
    'https://evil.example/app://dewpoint/',
    'app://dewpoint.evil.example/',
    'app://evil/',
    'app://dewpoint@evil/',
    'app://x@dewpoint/',
    'app://dewpoint:8080/',
    'file:///etc/passwd',
    'data:text/html,app://dewpoint/',
    'blob:app://dewpoint/1',
  ])('does not take %j for the page', (address) => {
    expect(isPageAddress(address)).toBe(false)
  })
})
