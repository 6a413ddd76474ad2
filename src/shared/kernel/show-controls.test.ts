import { describe, expect, it } from 'vitest'
import { escapeControls, showControls, showOnTerminal } from './show-controls.ts'

describe('showing what no font draws', () => {
  it.each([
    ['photo\u202egnp.exe', 'photo⟨U+202E⟩gnp.exe'],
    ['a\u0000b\u001b[31m', 'a⟨U+0000⟩b⟨U+001B⟩[31m'],
    ['\u2066x\u2069', '⟨U+2066⟩x⟨U+2069⟩'],
    ['tab\tand\r\nline', 'tab\tand\r\nline'],
    ['naïve – 日本 👩‍💻 👩🏽‍💻 ❤️‍🔥', 'naïve – 日本 👩‍💻 👩🏽‍💻 ❤️‍🔥'],
    ['می‌خواهم क्‍ष', 'می‌خواهم क्‍ष'],
    ['pass\u200dword\u200b\u00ad', 'pass⟨U+200D⟩word⟨U+200B⟩⟨U+00AD⟩'],
    ['\u2028\u2029\ufeff\u{e0041}\u009b', '⟨U+2028⟩⟨U+2029⟩⟨U+FEFF⟩⟨U+E0041⟩⟨U+009B⟩'],
  ])('writes %j as %j', (text, shown) => {
    expect(showControls(text)).toBe(shown)
  })
})

describe('a text on a terminal', () => {
  it.each([
    ['10 %\r20 %\r\n', '10 %⟨U+000D⟩20 %\r\n'],
    ['\u001b]52;c;x\u0007', '⟨U+001B⟩]52;c;x⟨U+0007⟩'],
  ])('writes %j as %j', (text, shown) => {
    expect(showOnTerminal(text)).toBe(shown)
  })
})

describe('JSON on a terminal', () => {
  it('spells what could steer it, and holds the same values', () => {
    const value = { 'a\u202e': ['\u009b31m\u007f\u2028\u{e0041}\ufeff', 'é 👩‍💻', '\u001b\r\n'] }
    const json = escapeControls(JSON.stringify(value, null, 2))
    expect(json).toMatch(/^[[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]\n\u200d]+$/v)
    expect(json).toContain(String.raw`\udb40\udc41`)
    expect(JSON.parse(json)).toEqual(value)
  })
})
