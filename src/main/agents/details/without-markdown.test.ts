import { describe, expect, it } from 'vitest'
import { pickTaskTitle } from './pick-task-title.ts'
import { withoutMarkdown } from './without-markdown.ts'

describe('a line without Markdown', () => {
  it.each([
    ['# Fix the login', 'Fix the login'],
    ['### **PHASE 1**: look', 'PHASE 1: look'],
    ['> quoted words', 'quoted words'],
    ['- [ ] an open item', 'an open item'],
    ['**Bold** and *slanted* and ~~gone~~', 'Bold and slanted and gone'],
    ['Use `src/a.ts` and [the guide](https://x.y/z)', 'Use src/a.ts and the guide'],
    ['Change __init__.py and a*b*c', 'Change __init__.py and a*b*c'],
    ['#42 is broken', '#42 is broken'],
    ['2 * 3 * 4', '2 * 3 * 4'],
    ['---', ''],
    ['不要 **修改**', '不要 修改'],
  ])('of %j is %j', (line, plain) => {
    expect(withoutMarkdown(line)).toBe(plain)
  })
})

describe('the title of a task', () => {
  it('has no marks of Markdown, recorded or not', () => {
    expect(pickTaskTitle('# **Title**', [], 'x')).toBe('Title')
    const request = '<task>\n---\n# **Fix** the login\n</task>'
    expect(pickTaskTitle(null, [{ role: 'user', content: request }], 'x')).toBe('Fix the login')
  })

  it('keeps a file name that stands for it as it is', () => {
    expect(pickTaskTitle(null, [], '# odd **name**.json')).toBe('# odd **name**.json')
  })
})
