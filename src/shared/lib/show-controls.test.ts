import { describe, expect, it } from 'vitest'
import { showControls } from './show-controls.ts'

describe('showing what no font draws', () => {
  it.each([
    ['photo\u202egnp.exe', 'photo⟨U+202E⟩gnp.exe'],
    ['a\u0000b\u001b[31m', 'a⟨U+0000⟩b⟨U+001B⟩[31m'],
    ['\u2066x\u2069', '⟨U+2066⟩x⟨U+2069⟩'],
    ['tab\tand\r\nline', 'tab\tand\r\nline'],
    ['naïve – 日本 👩‍💻', 'naïve – 日本 👩‍💻'],
  ])('writes %j as %j', (text, shown) => {
    expect(showControls(text)).toBe(shown)
  })
})
