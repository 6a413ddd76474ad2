import { describe, expect, it } from 'vitest'
import { findFirstText } from './find-first-text.ts'

describe('the first text of a file that is cut', () => {
  it.each([
    ['[{"ts":1,"type":"say","say":"text","text":"Mend \\"it\\"\\nnow","images":[]}', 'Mend "it"\nnow'],
    ['[{"role":"user","content":[{"type":"text","text":"Mend it"}', 'Mend it'],
    ['[{"role":"user","content":"Mend it"}', 'Mend it'],
    ['[{"role": "user", "content" : "Cut in the mid', 'Cut in the mid'],
    ['[{"content":"Cut in an escape \\u00e', 'Cut in an escape '],
    ['[{"content":"Cut after a stroke \\', 'Cut after a stroke '],
    ['[{"content":"Two \\\\', 'Two \\'],
    ['[{"content":"Broken\nline', 'Broken\nline'],
    ['[{"content":"\\ud83d', '\ud83d'],
    [
      '{"text":"You are Codex, a coding agent"}\n{"content":[{"text":"# AGENTS.md instructions for /a"},{"text":"Mend it"}]}',
      'Mend it',
    ],
    [
      '{"content":"<local-command-caveat>Caveat: …"}\n{"content":"<command-name>/clear</command-name>"}\n{"content":"Mend it"}',
      'Mend it',
    ],
    ['{"text":"You are a tester. Mend it"}\n{"con', 'You are a tester. Mend it'],
    ['{"base_instructions":{"text":"You are Codex, a coding agent"}}\n{"con', ''],
    [
      '{"base_instructions":{"text":"You are Codex"}}\n{"text":"<apps_instructions>…"}{"text":"<app-context>\\n…"}{"text":"Mend it"}',
      'Mend it',
    ],
    ['[{"content":"<user_query>Mend it</user_query>"}', '<user_query>Mend it</user_query>'],
    ['[{"content":"<task>Mend it</task>"}', '<task>Mend it</task>'],
    ['[{"text":5}]', ''],
    ['', ''],
  ])('of %j is %j', (head, text) => {
    expect(findFirstText(head)).toBe(text)
  })
})
