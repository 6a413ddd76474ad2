import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../../../shared/kernel/message.ts'
import { splitHistory } from '../../../kernel/history/split-parts.ts'
import { validHistory } from '../../../kernel/testing/arbitrary-history.ts'
import { hasRealHistories, realHistories } from '../../../kernel/testing/real-histories.ts'
import { roughCounter } from '../../../kernel/testing/run-on.ts'
import { findArtifacts } from '../../../measure/facts/find-artifacts.ts'
import { findConstraints } from '../../../measure/facts/find-constraints.ts'
import { createExtractiveModel } from './extractive-model.ts'

async function summarise(messages: readonly Message[], maxTokens = 4000): Promise<string> {
  const asked = [...messages, { role: 'user', content: 'Summarise.' }].map(({ role, content }) => ({
    role: role === 'assistant' ? ('assistant' as const) : ('user' as const),
    content,
  }))
  let text = ''
  const request = {
    purpose: 'conversation' as const,
    label: '',
    inputTokens: 0,
    system: '',
    messages: asked,
    maxTokens,
    signal: new AbortController().signal,
  }
  for await (const event of createExtractiveModel(roughCounter).complete(request)) {
    if (event.kind === 'text') text += event.text
  }
  return text
}

const say = (role: string, content: string): Message => ({ role, content })

describe('the extractive model', () => {
  it('says that it is extractive', async () => {
    expect(await summarise([say('user', 'Hello there.')])).toMatch(/^Extract of the conversation/)
  })

  it('keeps what the user laid down, in several languages, word for word', async () => {
    const rules = [
      'Never touch the public API.',
      'You must stay on Node 20.',
      'Don’t add dependencies.',
      'Ne modifie jamais le fichier de configuration.',
      'Tu dois utiliser uniquement pnpm.',
    ]
    const summary = await summarise([
      say('user', `<task>\nAdd a thing. ${rules.join(' ')}\n</task>`),
      say('assistant', 'ok'),
    ])
    for (const rule of rules) expect(summary).toContain(rule)
  })

  it('keeps constraints before prose, late ones as well as early ones', async () => {
    const filler = 'The page draws a table with rows and columns. '.repeat(20)
    const rules = Array.from({ length: 64 }, (_, index) => `Never touch folder number ${index}.`)
    const summary = await summarise(
      rules.flatMap((rule) => [say('user', `${filler}${rule} ${filler}`), say('assistant', filler)]),
      1200,
    )
    for (const rule of rules) expect(summary).toContain(rule)
  })

  it('keeps short constraints where not all fit, and says how many are missing', async () => {
    const short = Array.from({ length: 10 }, (_, index) => `Never touch folder ${index}.`)
    const long = Array.from({ length: 10 }, (_, index) => `Never ${'ever '.repeat(60)}touch file ${index}.`)
    const summary = await summarise(
      [...long, ...short].flatMap((rule) => [say('user', rule), say('assistant', 'ok')]),
      300,
    )
    for (const rule of short) expect(summary).toContain(rule)
    expect(summary).toMatch(/\n- \(\d+ more constraints left out: no room\)/)
  })

  it('passes on the constraints and the files of an earlier extract', async () => {
    const first = await summarise([
      say('user', 'Never touch the API.'),
      say('assistant', '<write_to_file>\n<path>src/a.ts</path>\n<content>x</content>\n</write_to_file>'),
      say('user', 'ok'),
    ])
    const filler = 'The page draws a table with rows and columns of all sorts. '
    const later = Array.from({ length: 40 }, (_, index) => say('user', `${filler}${index}`))
    const summary = await summarise([{ ...say('user', first), isSummary: true }, ...later], 100)
    expect(summary).toContain('## User constraints\n- Never touch the API.')
    expect(summary).toContain('- src/a.ts (created or modified)')
  })

  it('keeps the items of the last to-do list, those that are done apart from those that are not', async () => {
    const list =
      '<update_todo_list>\n<todos>\n[x] old thing\n[-] half done\n[ ] still open\n</todos>\n</update_todo_list>'
    const summary = await summarise([say('user', 'Go.'), say('assistant', list)])
    expect(summary).toContain('half done (in progress)')
    expect(summary).toContain('still open')
    expect(readSection(summary, 'Completed')).toContain('old thing')
    expect(readSection(summary, 'Pending tasks and next steps')).not.toContain('old thing')
  })

  it('says which commands had failed at the end, and which had not', async () => {
    const run = (id: string, command: string, isError: boolean): Message[] => [
      { role: 'assistant', content: [{ type: 'tool_use', id, name: 'Bash', input: { command } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'x', is_error: isError }] },
    ]
    const summary = await summarise([
      say('user', 'Go.'),
      ...run('1', 'npm test', true),
      ...run('2', 'npm run lint', true),
      ...run('3', 'npm test', false),
    ])
    expect(summary).toContain('- npm test (succeeded)')
    expect(summary).toContain('- npm run lint (failed)')
    expect(summary).not.toContain('npm test (failed)')
  })

  it('is the same for the same history, and never longer than allowed', async () => {
    await fc.assert(
      fc.asyncProperty(validHistory(), fc.integer({ min: 60, max: 3000 }), async (messages, maxTokens) => {
        const summary = await summarise(messages, maxTokens)
        expect(roughCounter.count(summary)).toBeLessThanOrEqual(maxTokens)
        expect(await summarise(messages, maxTokens)).toBe(summary)
      }),
      { numRuns: 50 },
    )
  })

  it.skipIf(!hasRealHistories).each(realHistories())(
    'keeps every changed file and every constraint of $name where they fit',
    async ({ messages }) => {
      const parts = splitHistory(messages)
      const facts = [...findArtifacts(parts).changedFiles, ...findConstraints(parts)]
      const room =
        roughCounter.count(facts.map((fact) => `- ${fact} (created or modified)\n`).join('')) +
        facts.length +
        200
      const summary = await summarise(messages, room)
      for (const fact of facts) expect(summary).toContain(fact)
    },
  )
})

function readSection(summary: string, heading: string): string {
  return summary.split('## ').find((section) => section.startsWith(heading)) ?? ''
}
